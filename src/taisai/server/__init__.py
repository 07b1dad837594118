"""HTTP routes, sign-in and WebSocket transport."""
