"""Who is who: profiles, devices, results."""
