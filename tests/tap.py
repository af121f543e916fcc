"""Checks as TAP, for the tests in Python: Meson reads it."""


def run(checks):
    """Calls the functions. One whose check fails raises an AssertionError that says why."""
    print(f"1..{len(checks)}", flush=True)
    for number, check in enumerate(checks, start=1):
        try:
            check()
            print(f"ok {number} - {check.__name__}", flush=True)
        except AssertionError as fault:
            print(f"not ok {number} - {check.__name__}\n# {fault}", flush=True)
