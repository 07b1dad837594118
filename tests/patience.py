"""How long a test waits for a thing that must come about: long, for a machine may be busy, and only a fault waits."""

PATIENCE_S = 300
