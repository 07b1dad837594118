"""What a house reports of its tables, in the terminal, JSON, CSV and HTML."""
