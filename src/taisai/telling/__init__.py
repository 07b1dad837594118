"""Alerts to people and programs outside the house, by webhook and e-mail, from a durable outbox."""
