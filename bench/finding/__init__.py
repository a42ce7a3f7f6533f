"""What recall finds: conversations go in by the front door, questions whose answer is known come back out."""
