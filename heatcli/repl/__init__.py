"""The cockpit: drawings of what a seat may know, previews, and the sessions of people at a terminal or in a pipe."""
