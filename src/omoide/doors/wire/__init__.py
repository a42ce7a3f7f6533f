"""What servers share: where to listen, who may ask, and which home is open."""
