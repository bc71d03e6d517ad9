"""From frames to situations: the least scenario in which what is told happens, and the checks that answer what is asked."""
