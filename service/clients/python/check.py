"""Compares uid_client.py with the test vectors: check.py VECTORS."""
import json, os, sys
from uid_client import UidClient, decode, parse_ranges, to_text

with open(sys.argv[1], encoding="utf-8") as file:
    vectors = json.load(file)
for uid in vectors["ids"]:
    fields = {name: str(value) for name, value in decode(int(uid["id"]), uid["layout"]).items()}
    assert fields == {name: uid[name] for name in fields}, (uid, fields)
for text in vectors["texts"]:
    for name in ("CROCKFORD32", "BASE62"):
        assert to_text(int(text["id"]), name) == text[name], text
for answer in vectors["ranges"]:
    layout, ranges = parse_ranges(answer["text"])
    assert layout == answer["layout"] and [str(uid) for ids in ranges for uid in ids] == answer["ids"], answer
if hasattr(os, "fork"):
    client = UidClient()
    client.ids = iter([1])
    child = os.fork()
    if child == 0:
        os._exit(next(client.ids, 0))
    assert os.waitpid(child, 0)[1] == 0, "a fork hands out the ids of its parent"
print(f"{len(vectors['ids'])} ids, {len(vectors['texts'])} texts, {len(vectors['ranges'])} answers are right")
