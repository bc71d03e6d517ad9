"""Reading Oracle texts: text in, abilities as plain data out."""
