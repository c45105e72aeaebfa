"""Writes the conformance vectors of moonrobo.replay.v1 beside this file, or with --check compares them.

Independent of any implementation: written from ../moonrobo.replay.v1.md with the standard library only.
"""

import hashlib
import json
import math
import struct
import sys
import zlib
from pathlib import Path

HERE = Path(__file__).parent
NAN = math.nan

# An array is (dtype, shape, flat list of elements).
PACK = {
    "float64": "d", "float32": "f", "int8": "b", "int16": "h", "int32": "i", "int64": "q",
    "uint8": "B", "uint16": "H", "uint32": "I", "bool": "B",
}
KIND = {"float64": "f", "float32": "f", "bool": "b", "string": "s"}
CANONICAL_NAN = {"float64": struct.pack("<Q", 0x7FF8000000000000), "float32": struct.pack("<I", 0x7FC00000)}


def sha256(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def stored_elements(dtype, values):
    """Little-endian elements, one NaN, no -0."""
    out = bytearray()
    for value in values:
        if dtype in CANONICAL_NAN:
            out += CANONICAL_NAN[dtype] if value != value else struct.pack("<" + PACK[dtype], value + 0.0)
        else:
            out += struct.pack("<" + PACK[dtype], value)
    return bytes(out)


# Digests


def joint_order_digest(names):
    return sha256(b"moonrobo.joint-order.v1\n" + b"".join(name.encode() + b"\n" for name in names))


def content(arrays):
    out = bytearray(b"moonrobo.replay.content.v1\n")
    for name in sorted(arrays, key=str.encode):
        dtype, shape, values = arrays[name]
        kind = KIND.get(dtype, "i")
        out += name.encode() + b"\0" + kind.encode() + struct.pack("<I", len(shape))
        for size in shape:
            out += struct.pack("<Q", size)
        if kind == "s":
            for text in values:
                out += struct.pack("<I", len(text.encode())) + text.encode()
        elif kind == "f":
            if dtype == "float32":
                values = struct.unpack(f"<{len(values)}f", struct.pack(f"<{len(values)}f", *values))
            out += stored_elements("float64", values)
        elif kind == "b":
            out += bytes(values)
        else:
            out += stored_elements("int64", values)
    return bytes(out)


# JSON


def shortest(value):
    """The shortest decimal that reads back, laid out as ECMAScript's Number::toString."""
    if value == 0:
        return "0"
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    significant = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(significant))
    digits = significant.rstrip("0")
    if len(digits) <= point <= 21:
        text = digits + "0" * (point - len(digits))
    elif 0 < point <= 21:
        text = digits[:point] + "." + digits[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        tail = "." + digits[1:] if len(digits) > 1 else ""
        text = f"{digits[0]}{tail}e{point - 1:+d}"
    return "-" + text if value < 0 else text


def json_text(value):
    if isinstance(value, dict):
        # Keys in the order of their UTF-16 code units.
        entries = sorted(value.items(), key=lambda entry: entry[0].encode("utf-16-be"))
        return "{" + ",".join(f"{json_text(key)}:{json_text(part)}" for key, part in entries) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(json_text, value)) + "]"
    if isinstance(value, float):
        return shortest(value)
    return json.dumps(value, ensure_ascii=False)


def json_scalar(dtype, value):
    if dtype == "string":
        return json.dumps(value, ensure_ascii=False)
    if dtype == "bool":
        return "true" if value else "false"
    if dtype == "float32":
        value = struct.unpack("<f", struct.pack("<f", value))[0]
    if dtype in CANONICAL_NAN:
        return "null" if value != value else shortest(float(value))
    return str(value) if abs(value) < 2**53 else f'"{value}"'


def json_rows(dtype, shape, scalars):
    if not shape:
        return next(scalars)
    return "[" + ",".join(json_rows(dtype, shape[1:], scalars) for _ in range(shape[0])) + "]"


def write_json(metadata, arrays):
    parts = []
    for name in sorted(arrays, key=str.encode):
        dtype, shape, values = arrays[name]
        rows = json_rows(dtype, shape, iter([json_scalar(dtype, value) for value in values]))
        sizes = ",".join(map(str, shape))
        parts.append(f'{json_text(name)}:{{"dtype":"{dtype}","shape":[{sizes}],"data":{rows}}}')
    return f'{{"metadata":{json_text(metadata)},"arrays":{{{",".join(parts)}}}}}'.encode()


# NPZ


def write_npy(dtype, shape, values):
    if dtype == "string":
        width = max([1, *(len(text) for text in values)])
        descr = f"<U{width}"
        data = b"".join(text.encode("utf-32-le").ljust(4 * width, b"\0") for text in values)
    else:
        data = stored_elements(dtype, values)
        size = struct.calcsize("<" + PACK[dtype])
        letter = "b" if dtype == "bool" else dtype[0]
        descr = f"{'|' if size == 1 else '<'}{letter}{size}"
    sizes = f"({shape[0]},)" if len(shape) == 1 else f"({', '.join(map(str, shape))})"
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {sizes}, }}"
    if shape:
        text += " " * (21 - len(str(shape[0])))
    text += " " * (64 - (10 + len(text) + 1) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode("latin-1") + data


def write_npz(metadata, arrays):
    document = json_text(metadata).encode()
    members = [("metadata_json", ("uint8", [len(document)], list(document)))]
    members += [(name, arrays[name]) for name in sorted(arrays, key=str.encode)]
    body, directory = bytearray(), bytearray()
    for key, array in members:
        name, npy, start = f"{key}.npy".encode(), write_npy(*array), len(body)
        flags = 0 if name.isascii() else 0x800
        # version 2.0, flags, stored, midnight, 1980-01-01, checksum, both sizes, length of the name
        common = struct.pack("<HHHHHIIIH", 20, flags, 0, 0, 0x21, zlib.crc32(npy), len(npy), len(npy), len(name))
        header_end = start + 30 + len(name)
        padding = (header_end + 6 + 63) // 64 * 64 - header_end
        extra = struct.pack("<HHH", 0xD935, padding - 4, 64).ljust(padding, b"\0")
        body += struct.pack("<I", 0x04034B50) + common + struct.pack("<H", padding) + name + extra + npy
        directory += struct.pack("<IH", 0x02014B50, 0x314) + common
        directory += struct.pack("<HHHHII", 0, 0, 0, 0, 0x01800000, start) + name
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, len(members), len(members), len(directory), len(body), 0)
    return bytes(body + directory + end)


# MessagePack


def sized(size, short, shortest_head, wide):
    """The head of a text, binary, list or map: short form below `short`, else the narrowest of `wide`."""
    if size < short:
        return bytes([shortest_head | size])
    for head, form in wide:
        if size < 1 << (8 * struct.calcsize(form)):
            return bytes([head]) + struct.pack(form, size)
    raise ValueError(size)


def pack_text(text):
    data = text.encode()
    return sized(len(data), 32, 0xA0, [(0xD9, ">B"), (0xDA, ">H"), (0xDB, ">I")]) + data


def pack_list(items):
    return sized(len(items), 16, 0x90, [(0xDC, ">H"), (0xDD, ">I")]) + b"".join(items)


def pack_map(entries):
    head = sized(len(entries), 16, 0x80, [(0xDE, ">H"), (0xDF, ">I")])
    return head + b"".join(pack_text(key) + value for key, value in entries)


def pack_binary(data):
    return sized(len(data), 0, 0, [(0xC4, ">B"), (0xC5, ">H"), (0xC6, ">I")]) + data


def pack_integer(value):
    if -32 <= value < 128:
        return struct.pack(">B", value & 0xFF)
    forms = [(0xCC, ">B"), (0xCD, ">H"), (0xCE, ">I"), (0xCF, ">Q")]
    if value < 0:
        forms = [(0xD0, ">b"), (0xD1, ">h"), (0xD2, ">i"), (0xD3, ">q")]
    for head, form in forms:
        try:
            return bytes([head]) + struct.pack(form, value)
        except struct.error:
            continue
    raise ValueError(value)


def pack(value):
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, str):
        return pack_text(value)
    if isinstance(value, float) and not (value.is_integer() and abs(value) < 2**53):
        return b"\xcb" + struct.pack(">d", value)
    if isinstance(value, (int, float)):
        return pack_integer(int(value))
    if isinstance(value, list):
        return pack_list([pack(item) for item in value])
    entries = sorted(value.items(), key=lambda entry: entry[0].encode("utf-16-be"))
    return pack_map([(key, pack(part)) for key, part in entries])


def write_msgpack(metadata, arrays):
    entries = []
    for name in sorted(arrays, key=str.encode):
        dtype, shape, values = arrays[name]
        elements = pack_list([pack_text(text) for text in values]) if dtype == "string" else pack_binary(
            stored_elements(dtype, values))
        entries.append((name, pack_map([("d", pack_text(dtype)), ("s", pack(list(shape))), ("b", elements)])))
    return pack_map([
        ("protocol", pack_text("moonrobo.replay.v1")), ("metadata", pack(metadata)), ("arrays", pack_map(entries)),
    ])


# The vectors

UNITS = {
    "time": "s", "joint_position": "rad", "joint_velocity": "rad/s", "position": "m", "velocity": "m/s",
    "angular_velocity": "rad/s", "acceleration": "m/s^2",
}


def described(arrays, **more):
    times = arrays["t"][2]
    names = arrays["joint_name"][2]
    return {
        "protocol": "moonrobo.replay.v1", "robot_id": "tern", "bridge_id": "bridge-tern", "source_label": "vector",
        "duration_s": times[-1] - times[0], "tick_count": len(times), "joint_count": len(names), "units": UNITS,
        "quaternion_order": "wxyz", "joint_order_digest": joint_order_digest(names),
        "model_source_digest": "sha256:" + "0" * 64, "exported_at": "2026-01-31T12:00:00Z",
        "artifact_class": "recorded", "visibility": "public", "content_digest": sha256(content(arrays)), **more,
    }


MINIMAL = {
    "t": ("float64", [2], [0.0, 0.02]),
    "joint_name": ("string", [2], ["a_joint", "b_joint"]),
    "qj": ("float64", [2, 2], [0.0, 0.5, 0.1, -0.5]),
    "dqj": ("float64", [2, 2], [NAN] * 4),
    "mode": ("string", [2], ["read-only", "high"]),
    "frame_id": ("string", [2], ["f-0", "f-1"]),
}

# Each kind, storage width and edge: NaN, -0, subnormals, int64 beyond 2^53, text of one to four bytes, no axis, no element.
KINDS = {
    "t": ("float32", [3], [0.0, 0.25, 0.5]),
    "joint_name": ("string", [1], ["Gelenk-é-関節-🤖"]),
    "qj": ("float32", [3, 1], [0.1, -0.0, 3.0]),
    "dqj": ("float64", [3, 1], [NAN, -0.0, 5e-324]),
    "mode": ("int8", [3], [0, 1, 1]),
    "frame_id": ("int64", [3], [0, 2**53 + 1, 2**63 - 1]),
    "base_pos": ("float32", [3, 3], [0.0, 0.0, 1.0, NAN, NAN, NAN, 0.5, -0.25, 1e-7]),
    "actual_contact": ("bool", [3, 2], [1, 0, 0, 1, 1, 1]),
    "planned_contact": ("int8", [3, 2], [-1, 0, 1, 1, 0, -1]),
    "command_intent_id": ("string", [3], ["", "a", "line\nbreak \"quoted\" \\ \u007f"]),
    "x_int64": ("int64", [2], [-(2**63), -1]),
    "x_int32": ("int32", [2], [-(2**31), 2**31 - 1]),
    "x_int16": ("int16", [2], [-(2**15), 2**15 - 1]),
    "x_uint8": ("uint8", [2], [0, 255]),
    "x_uint16": ("uint16", [1], [65535]),
    "x_uint32": ("uint32", [1], [2**32 - 1]),
    "x_double": ("float64", [4], [1e21, 1.5e-7, 123456789.25, -1.7976931348623157e308]),
    "x_scalar": ("float64", [], [2.5]),
    "x_empty": ("float64", [0, 3], []),
    "x_no_text": ("string", [0], []),
}

# UTF-8 orders U+FF5A before U+10400; UTF-16 would not.
ORDER = {
    **MINIMAL,
    "x_\uff5a": ("int8", [1], [1]),
    "x_\U00010400": ("int8", [1], [2]),
    "x_é": ("int8", [1], [3]),
    "x_Z": ("int8", [1], [4]),
}

VECTORS = {
    "minimal": (described(MINIMAL), MINIMAL),
    "kinds": (
        described(KINDS, visibility="private", joint_type=["continuous"], enums={"mode": {"0": "read-only", "1": "high"}},
                  nominal_rate_hz=4, notes="é 🤖", contact_names=["left", "right"],
                  repairs=[{"kind": "none", "at": [-129, 65536, 0.1, -1e300, 2.0**60], "kept": True, "of": None}]),
        KINDS,
    ),
    "order": (described(ORDER), ORDER),
}


def refused():
    """Damaged files, each with the code that a reader reports first."""
    metadata, arrays = VECTORS["minimal"]
    text, packed, archive = (write(metadata, arrays) for write in (write_json, write_msgpack, write_npz))
    t = b'"t":{"dtype":"float64","shape":[2],"data":[0,0.02]}'
    # Keys are sorted: t is the last array.
    packed_t = packed[packed.rindex(b"\xa1t\x83"):]
    changes = [
        ("json-cut", text, text[-1:], b"", "container-corrupt"),
        ("json-nan", text, b"[0,0.02]", b"[0,NaN]", "container-corrupt"),
        ("json-ragged", text, b"[[0,0.5],", b"[[0],", "truncated-array"),
        ("json-repeated-array", text, t, t + b"," + t, "duplicate-array"),
        ("json-repeated-key", text, b'"robot_id"', b'"robot_id":"tern","robot_id"', "malformed-metadata"),
        ("json-no-time", text, b"," + t, b"", "missing-required-array"),
        ("json-object", text, b"[0,0.02]", b"[0,{}]", "object-payload"),
        ("npz-trailing", archive, archive[-22:], archive[-22:] + b"\0", "container-corrupt"),
        ("npz-checksum", archive, b"bridge-tern", b"bridge-ter_", "container-corrupt"),
        ("msgpack-cut", packed, packed_t, packed_t[:-1], "container-corrupt"),
        ("msgpack-trailing", packed, packed_t, packed_t + b"\xc0", "container-corrupt"),
        ("msgpack-extension", packed, packed_t, pack_text("t") + b"\xd4\x05\x00", "object-payload"),
        ("msgpack-short", packed, packed_t, packed_t.replace(b"\x91\x02", b"\x91\x03"), "truncated-array"),
        ("msgpack-native-order", packed, packed_t, packed_t.replace(b"\xa7float64", b"\xa3=f8"), "dtype-not-allowed"),
        ("msgpack-protocol", packed, b"replay.v1", b"replay.v2", "unknown-protocol"),
        ("pickle", packed, packed, b"\x80\x04\x95\x00\x00", "object-payload"),
        ("empty", packed, packed, b"", "container-corrupt"),
    ]
    for name, data, old, new, code in changes:
        if old not in data:
            raise ValueError(name)
        at = data.rindex(old) if name == "json-cut" else data.index(old)
        yield name, data[:at] + new + data[at + len(old):], code


def files():
    index = {"vectors": [], "refused": []}
    out = {}
    for name, (metadata, arrays) in VECTORS.items():
        stream = content(arrays)
        entry = {
            "name": name, "content_bytes": len(stream), "content_digest": sha256(stream),
            "joint_order_digest": metadata["joint_order_digest"], "file_digests": {},
        }
        out[f"{name}.content"] = stream
        for encoding, write in (("json", write_json), ("npz", write_npz), ("msgpack", write_msgpack)):
            data = write(metadata, arrays)
            out[f"{name}.{encoding}"] = data
            entry["file_digests"][encoding] = sha256(data)
        index["vectors"].append(entry)
    for name, data, code in refused():
        index["refused"].append({"name": name, "code": code, "hex": data.hex()})
    out["index.json"] = (json.dumps(index, indent="\t", ensure_ascii=False) + "\n").encode()
    return out


def main():
    stale = []
    for name, data in files().items():
        path = HERE / name
        if "--check" in sys.argv:
            if not path.exists() or path.read_bytes() != data:
                stale.append(name)
        else:
            path.write_bytes(data)
    if stale:
        sys.exit("not as generated: " + ", ".join(stale))


main()
