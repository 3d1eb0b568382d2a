"""Renders damage: painted panels that reflect their surroundings, with dents, scratches, cracks, chips, broken glass and lamps."""
