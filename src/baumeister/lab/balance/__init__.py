"""What the balance lab counts, estimates and reports."""
