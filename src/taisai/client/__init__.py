"""A terminal without a screen, for programs, load tests and other tests."""
