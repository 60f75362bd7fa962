"""Prints ids: ``python -m uidgenerator_client COUNT SERVER...``."""

import sys

from . import UidClient

if len(sys.argv) < 3:
    sys.exit("python -m uidgenerator_client COUNT SERVER...")
client = UidClient(*sys.argv[2:])
for _ in range(int(sys.argv[1])):
    print(client.next_id())
