"""What is written of people can be unwritten: it is encrypted, and the key can be destroyed."""
