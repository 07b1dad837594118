"""What a node does for the tables of others, and they for its own."""
