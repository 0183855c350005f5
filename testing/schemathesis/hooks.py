"""Who calls: a person of a role that the operation names, and an address of nobody else for every call.

PEOPLE names a JSON file: `regular` and `spent` people by role, each `{"id": …, "token": …}`. `spent` ones are used up
one a call, where a call may end the caller's own session or account.
"""

import gc
import itertools
import json
import os
from collections import defaultdict

import schemathesis
from schemathesis.core.parameters import ParameterLocation

# Nearly everything made here stays until the end: collecting it at the default rate takes a quarter of the run.
gc.set_threshold(200_000, 50, 100)

with open(os.environ["PEOPLE"]) as file:
    people = json.load(file)

regular = {role: itertools.cycle(found) for role, found in people["regular"].items()}
spent = {role: iter(found) for role, found in people["spent"].items()}
turns = defaultdict(itertools.count)
addresses = itertools.count(1)

ENDS_SESSIONS = {
    "POST /api/web_logout",
    "POST /auth/logout",
    "POST /api/logout",
    "POST /api/fan/block-user",
    "POST /api/fan/end-session",
    "POST /api/fan/end-sessions",
}
OWN_IDS = ("fanId", "user_id")


def roles_of(operation):
    """The roles that the operation names one after the other; for what is public also nobody."""
    required = operation.definition.raw.get("security", [])
    named = [role for entry in required for roles in entry.values() for role in roles]
    return named or [None, "fan", "model", "admin"]


@schemathesis.auth(refresh_interval=None)
class Person:
    def get(self, case, ctx):
        label = ctx.operation.label
        roles = roles_of(ctx.operation)
        role = roles[next(turns[label]) % len(roles)]
        if role is None:
            return {}
        return next(spent[role], None) if label in ENDS_SESSIONS else next(regular[role])

    def set(self, case, person, ctx):
        headers = case.headers
        number = next(addresses)
        headers["x-forwarded-for"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        if not person:
            return
        scheme = ctx.operation.definition.raw["security"][-1]
        if "accessToken" in scheme:
            headers["access-token"] = person["token"]
        else:
            headers["authorization"] = f"Bearer {person['token']}"
        # A valid id of one's own is never met by chance.
        if case.meta is None or case.meta.is_negative_at(ParameterLocation.PATH):
            return
        for name in OWN_IDS:
            if name in case.path_parameters:
                case.path_parameters[name] = person["id"]
