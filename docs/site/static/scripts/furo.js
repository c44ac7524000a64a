// In place of the theme's script, which Debian has in parts that no browser loads. Colours follow the system.
