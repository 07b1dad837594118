"""A terminal without a screen: for programs, for load and for tests."""
