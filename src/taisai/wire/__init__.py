"""Messages between the server and its clients, typed once."""
