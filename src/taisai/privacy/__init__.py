"""Personal data that can be erased: it is encrypted, and its key can be destroyed."""
