"""What we ask a mind. One file per question: its words in Japanese and English, and the type of its answer."""
