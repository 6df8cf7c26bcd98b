"""Draws Lamina's benchmark scenes with other renderers, and times them side by side."""
