"""Work shared between processes and machines."""
