"""How an electronic tumbler binds itself to what it will throw, and tells it."""

from taisai.table.command_parts import Command, Number, PublicKey, Secret, Text, Word


class ChainSeeds(Command, frozen=True, tag="chain-seeds"):
    """The electronic tumbler binds itself to the seeds of its next rounds, `length` of them, by the end of their
    chain."""

    end: Secret
    length: Number


class CommitSeed(Command, frozen=True, tag="commit-seed"):
    """The next seed of the chain is that of the next round. `kept` is the seed, readable by the house alone."""

    kept: Text = ""


class RevealSeed(Command, frozen=True, tag="reveal-seed"):
    """The seed told, so that anyone can work the throw out. Once the dice are uncovered this is the entry of the
    roll. `signature` is what the beacon published as the round that was named, where one was."""

    number: Number
    seed: Secret
    signature: PublicKey = ""


class ChooseBeacon(Command, frozen=True, tag="choose-beacon"):
    """From now on each round names a round of this public beacon before wagers open; without a chain none does."""

    chain: Secret = ""
    public_key: PublicKey = ""
    period_s: Number = 0
    genesis_s: Number = 0
    group: Secret = ""
    name: Word = ""


class NameBeacon(Command, frozen=True, tag="name-beacon"):
    """The throw of the next round takes in what the beacon will publish as its round `beacon`."""

    beacon: Number


class OpenCommitment(Command, frozen=True, tag="open-commitment"):
    """As `RevealSeed`, for a round of before there were seeds; `throw` is the dice as they fell."""

    number: Number
    throw: Word
    nonce: Word
