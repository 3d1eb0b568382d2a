"""The analyser of single wheels."""
