"""Games as matrices: the sequence form, the strategic form, linear programs by name."""
