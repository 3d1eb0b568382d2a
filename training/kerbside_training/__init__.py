"""Kerbside's training pipeline: prepare, train, export, evaluate, calibrate."""
