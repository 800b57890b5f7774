"""From a GM's sheets to the values of the rules; whatever has no meaning is noted with its key, and reading goes on."""
