"""Games as matrices: the sequence form, the strategic form, linear programs by name; and facts about games."""
