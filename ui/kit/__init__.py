"""The controls of the window: zones registered while drawing, and one desk that serves them all."""
