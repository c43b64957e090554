"""Cases from tables and forums: disputed, misread or once broken somewhere, each proved here by its rule."""
