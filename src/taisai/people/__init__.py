"""Staff, devices and significant events, recorded in a sealed journal of the house."""
