"""Ids of an id service, taken as ranges: one request for a thousand ids. Needs Python 3.8 and nothing else."""
import http.client, os, random, re, sys, threading, time, urllib.request
from datetime import datetime

LAYOUT = re.compile(r"(\d+)/(?:(\d+)\+)?(\d+)/(\d+)(, worker last,)? bits of PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)? from (\S+)")
FORMATS = {"CROCKFORD32": ("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 13),
           "BASE62": ("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11)}

class NoRedirects(urllib.request.HTTPRedirectHandler):  # they would take the token elsewhere
    def redirect_request(self, *_):
        return None

class UidClient:
    """For all threads. Ids increase, whichever server answers. What is older than max_age seconds is dropped, and a fork begins with none."""
    opener = urllib.request.build_opener(NoRedirects)

    def __init__(self, *urls, token=None, count=1000, max_age=60, timeout=2):
        self.urls, self.token, self.count, self.max_age, self.timeout = urls, token, count, max_age, timeout
        self.lock, self.ids, self.fresh_until, self.highest, self.layout = threading.Lock(), iter(()), 0, -1, None
        self.space, self.named_by = None, None
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.begin_again)

    def begin_again(self):
        self.lock, self.ids = threading.Lock(), iter(())

    def next_id(self):
        with self.lock:
            uid = next(self.ids, None) if time.monotonic() < self.fresh_until else None
            return self.fetch() if uid is None else uid

    def fetch(self):
        after = "" if self.highest < 0 else f"&after={self.highest}"
        headers = {"Accept": "text/plain", **({"Authorization": "Bearer " + self.token} if self.token else {})}
        for attempt, url in enumerate(random.sample(self.urls, len(self.urls)), 1):
            try:
                request = urllib.request.Request(f"{url}/api/ranges?count={self.count}{after}", headers=headers)
                with self.opener.open(request, timeout=self.timeout) as answer:
                    space, (layout, ranges) = answer.headers["Uid-Space"], parse_ranges(answer.read().decode())
                if self.space not in (None, space):  # ids of two spaces may be equal
                    raise ValueError(f"{url} has id space {space}, {self.named_by} had {self.space}")
                if ranges[0][0] <= self.highest or layout != (self.layout or layout):
                    raise ValueError(f"{url} answers with ids that it was not asked for")
                break
            except (OSError, ValueError, http.client.HTTPException):  # the next server may answer
                if attempt == len(self.urls):
                    raise
        if self.space is None:
            self.space, self.named_by = space, url
        self.layout, self.highest, self.fresh_until = layout, ranges[-1][-1], time.monotonic() + self.max_age
        self.ids = (uid for ids in ranges for uid in ids)
        return next(self.ids)

def parse_ranges(text):
    layout, *lines = text.splitlines()
    ranges = [range(first, last + 1, step) for first, last, step in (map(int, line.split()) for line in lines)]
    if not ranges or not all(ranges):
        raise ValueError(f"no ranges: {text!r}")
    return layout, ranges

def decode(uid, layout):
    time_bits, dc_bits, machine_bits, seq_bits, worker_last, *hms, epoch = LAYOUT.fullmatch(layout).groups()
    dc_bits, machine_bits, seq_bits = int(dc_bits or 0), int(machine_bits), int(seq_bits)
    worker_bits, tick = dc_bits + machine_bits, round(sum(float(n or 0) * ms for n, ms in zip(hms, (3600000, 60000, 1000))))
    worker = (uid >> (0 if worker_last else seq_bits)) % (1 << worker_bits)
    epoch_millis = round(datetime.fromisoformat(epoch.replace("Z", "+00:00")).timestamp() * 1000)
    return {"timeMillis": epoch_millis + (uid >> (worker_bits + seq_bits)) * tick, "workerId": worker,
            "dataCenterId": worker >> machine_bits, "machineId": worker % (1 << machine_bits),
            "sequence": (uid >> (worker_bits if worker_last else 0)) % (1 << seq_bits)}

def to_text(uid, name):
    alphabet, width = FORMATS[name]
    return "".join(alphabet[uid // len(alphabet) ** i % len(alphabet)] for i in reversed(range(width)))

if __name__ == "__main__":  # uid_client.py COUNT URL...
    client = UidClient(*sys.argv[2:])
    for _ in range(int(sys.argv[1])):
        print(client.next_id())
