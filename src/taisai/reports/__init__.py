"""Reports of a house about its tables, for the terminal and as JSON, CSV, HTML and PDF."""
