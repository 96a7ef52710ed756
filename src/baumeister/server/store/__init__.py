"""What the server keeps: an SQLite file, or a PostgreSQL database that several servers share."""
