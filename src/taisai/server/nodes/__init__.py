"""Cooperation of nodes: each serves requests and sockets for tables that other nodes run."""
