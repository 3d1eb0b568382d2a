"""The reader of vehicle identification numbers, number plates and odometers."""
