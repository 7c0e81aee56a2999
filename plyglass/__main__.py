"""`python -m plyglass`: the command `plyglass`, where it is not on the path."""

from plyglass.launch import run

if __name__ == "__main__":
    run()
