"""Everything that leaves the house: connections with a limit on every wait, and questions over HTTP."""
