"""Messages between the server and whoever connects to it, typed once."""
