"""Writes original pictures out of a bare copy of the repository that they come from.

    python -m kerbside_training.originals --git <copy> --data data --shards damage/s5 --set clearquote_via --out originals/clearquote
    python -m kerbside_training.originals --git <copy> --list data/by-reference/clearquote_clean_press.json --out originals/press

With --shards: the pictures that are the `source` of a record of the set; `/` of a source becomes `__`. `repack --originals` reads them.
With --list: the pictures of a list by reference, with an index.json, so that the folder is a data folder. No other picture is read.
"""

import argparse
import json
import subprocess
from pathlib import Path

from .records import read_records


def blobs_of_sources(git, records):
    """Returns {source: blob}. A source is the end of exactly one path of the repository."""
    listing = subprocess.check_output(["git", f"--git-dir={git}", "ls-tree", "-r", "-z", "HEAD"]).decode(errors="replace")
    by_name = {}
    for line in filter(None, listing.split("\0")):
        about, path = line.split("\t", 1)
        by_name.setdefault(path.rsplit("/", 1)[-1], []).append((path, about.split()[2]))
    blobs = {}
    for record in records:
        source = record["source"]
        found = [blob for path, blob in by_name.get(source.rsplit("/", 1)[-1], []) if f"/{path}".endswith(f"/{source}")]
        if len(found) != 1:
            raise SystemExit(f"{source} has {len(found)} places in {git}")
        blobs[source] = found[0]
    return blobs


def write_blobs(git, blobs, out):
    """Writes {file name: blob} to a folder."""
    out.mkdir(parents=True, exist_ok=True)
    with subprocess.Popen(["git", f"--git-dir={git}", "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as cat:
        for name, blob in blobs.items():
            cat.stdin.write(f"{blob}\n".encode())
            cat.stdin.flush()
            head = cat.stdout.readline().split()
            if head[1] != b"blob":
                raise SystemExit(f"{git} lacks {blob} ({name})")
            (out / name).write_bytes(cat.stdout.read(int(head[2])))
            cat.stdout.read(1)
        cat.stdin.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--git", required=True)
    parser.add_argument("--data")
    parser.add_argument("--shards", nargs="*", default=[])
    parser.add_argument("--set")
    parser.add_argument("--list")
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    out = Path(args.out)
    if args.list:
        listed = json.loads(Path(args.list).read_text())
        records = [{"set": listed["set"], **record, "file": f"{record['blob'][:12]}.jpg"} for record in listed["records"]]
        blobs = {record["file"]: record["blob"] for record in records}
    else:
        records = [record for shard in args.shards for record in read_records(Path(args.data) / shard) if record["set"] == args.set]
        blobs = {source.replace("/", "__"): blob for source, blob in blobs_of_sources(args.git, records).items()}
    write_blobs(args.git, blobs, out)
    if args.list:
        (out / "index.json").write_text(json.dumps(records))
    print(f"{len(blobs)} pictures -> {out}")


if __name__ == "__main__":
    main()
