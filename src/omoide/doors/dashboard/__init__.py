"""The dashboard: what the persona remembers, feels, wants and has forgotten, and why, in a browser (I4)."""
