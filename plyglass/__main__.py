"""`python -m plyglass`: the command `plyglass`, if it is not on the path."""

from plyglass.launch import run

if __name__ == "__main__":
    run()
