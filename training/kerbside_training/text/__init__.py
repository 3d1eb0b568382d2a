"""The reader (text recognizer) of vehicle identification numbers, number plates and odometers."""
