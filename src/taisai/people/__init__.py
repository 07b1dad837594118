"""Staff, devices and what happens in the house, over a sealed journal of its own."""
