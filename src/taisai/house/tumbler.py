"""The electronic tumbler: three dice from the operating system's randomness, and nothing else."""

import secrets

from taisai.rules.roll import FACES, Roll


def tumble() -> Roll:
    """`secrets` draws by rejection, so every face is as likely as another."""
    return Roll.of(*(FACES[secrets.randbelow(len(FACES))] for _ in range(3)))
