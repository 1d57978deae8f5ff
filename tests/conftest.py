"""Hypothesis profiles, chosen by the environment variable LEMKE_HYPOTHESIS_PROFILE.

`default` tries the same few examples on every run, so that a change fails only for what it changed; `brief` fewer of
them, `long` many new ones. Exact arithmetic on an unlucky example is slow without being wrong: there is no deadline.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("default", max_examples=32, derandomize=True, deadline=None, print_blob=True)
settings.register_profile("brief", settings.get_profile("default"), max_examples=8)
settings.register_profile(
    "long",
    max_examples=750,
    derandomize=False,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("LEMKE_HYPOTHESIS_PROFILE", "default"))
