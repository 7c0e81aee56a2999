"""The controls of the window: zones registered while drawing, and the router of events to them."""
