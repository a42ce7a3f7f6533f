"""Japanese and English as equals: telling them apart, sentences, terms to search by. Pure functions."""
