"""The controls of the window. While they are drawn they register zones, areas that react to mouse and
keyboard. The event router gives the events to these zones."""
