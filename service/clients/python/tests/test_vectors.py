"""Compares the package with the vectors that all languages agree with."""

import json
import unittest
from pathlib import Path

from uidgenerator_client import Layout, from_text, to_text
from uidgenerator_client._answer import parse_answer

VECTORS = json.loads((Path(__file__).parents[2] / "vectors.json").read_text(encoding="utf-8"))


class VectorsTest(unittest.TestCase):
    def test_takes_ids_apart(self) -> None:
        for uid in VECTORS["ids"]:
            fields = Layout.parse(uid["layout"]).decode(int(uid["id"]))
            expected = ("timeMillis", "workerId", "dataCenterId", "machineId", "sequence")
            self.assertEqual([str(field) for field in fields], [uid[name] for name in expected], uid)

    def test_writes_and_reads_text(self) -> None:
        for text in VECTORS["texts"]:
            for name in ("CROCKFORD32", "BASE62"):
                self.assertEqual(to_text(int(text["id"]), name), text[name])
                self.assertEqual(from_text(text[name], name), int(text["id"]))

    def test_reads_answers(self) -> None:
        for answer in VECTORS["ranges"]:
            layout, ranges = parse_answer(answer["text"], -1)
            self.assertEqual(layout.text, answer["layout"])
            self.assertEqual([str(uid) for ids in ranges for uid in ids], answer["ids"])

    def test_refuses_what_is_none(self) -> None:
        for wrong in ("", "ZZZZZZZZZZZZZ", "0000000000000U", "000000000000u"):
            with self.assertRaises(ValueError):
                from_text(wrong)
        for wrong_id in (-1, 1 << 63):
            with self.assertRaises(ValueError):
                to_text(wrong_id)
        with self.assertRaisesRegex(ValueError, "name must be one of CROCKFORD32, BASE62: name='BASE64'"):
            to_text(1, "BASE64")
        for layout in ("", "31/14/18 bits", "31/14/19 bits of PT1S from 2026-01-01T00:00:00Z", "1/1/1 bits of PT0S from 2026-01-01T00:00:00Z"):
            with self.assertRaises(ValueError):
                Layout.parse(layout)


if __name__ == "__main__":
    unittest.main()
