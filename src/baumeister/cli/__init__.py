"""The command line: `baumeister play · replay · verify · rules · simulate · tournament · bench`."""
