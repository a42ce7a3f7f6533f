"""The graph on a server that speaks Bolt (G3, X2)."""
