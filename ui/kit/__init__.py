"""The controls of the window. While they are drawn they register zones, and the event router gives mouse and
keyboard events to these."""
