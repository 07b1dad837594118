"""HTTP and sockets: routes, sign-in, the transport."""
