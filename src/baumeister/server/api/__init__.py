"""What the server offers by HTTP and by WebSocket."""
