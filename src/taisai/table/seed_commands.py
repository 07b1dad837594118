"""Commands by which an electronic tumbler commits itself to its throws and reveals them."""

from taisai.table.command_parts import Command, Number, PublicKey, Secret, Text, Word


class ChainSeeds(Command, frozen=True, tag="chain-seeds"):
    """The tumbler commits itself to the seeds of its next `length` rounds, by the end of their chain."""

    end: Secret
    length: Number


class CommitSeed(Command, frozen=True, tag="commit-seed"):
    """The next seed of the chain is for the next round. `kept` is the seed, readable only by the house."""

    kept: Text = ""


class RevealSeed(Command, frozen=True, tag="reveal-seed"):
    """The seed, so that anyone can calculate the throw. Once the dice are uncovered it enters the roll. `signature` is
    what the beacon published for the named round, if any."""

    number: Number
    seed: Secret
    signature: PublicKey = ""


class ChooseBeacon(Command, frozen=True, tag="choose-beacon"):
    """From now on each round names a round of this public beacon before wagers open. An empty chain ends this."""

    chain: Secret = ""
    public_key: PublicKey = ""
    period_s: Number = 0
    genesis_s: Number = 0
    group: Secret = ""
    name: Word = ""


class NameBeacon(Command, frozen=True, tag="name-beacon"):
    """The throw of the next round will use what the beacon publishes in its round `beacon`."""

    beacon: Number
