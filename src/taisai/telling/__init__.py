"""Telling people and programs outside the house: alerts by webhook and by e-mail, from a durable outbox."""
