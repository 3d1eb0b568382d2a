"""The analyser: classification heads for single wheels."""
