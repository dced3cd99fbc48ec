"""VASSAL's file formats: build file, pieces, saves, logs and their zip containers.

This room knows VASSAL (3.7) but no game and no drawing.
"""
