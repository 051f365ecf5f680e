"""The start of one reftable file → what its HEAD record says, in the words of a HEAD file. Standard library only."""

# Root refs sort before refs/, so HEAD is always among the first records of the first block.
HEAD_IS_WITHIN_BYTES = 4096

_MAGIC = b"REFT"
_REF_BLOCK = b"r"
_BLOCK_HEADER_BYTES = 4
_HEADER_BYTES = {1: 24, 2: 28}
_SHA1_BYTES, _SHA256_BYTES = 20, 32
_DELETION, _ONE_ID, _TWO_IDS, _SYMREF = 0, 1, 2, 3


def head_in(table: bytes) -> str | None:
    """Return the HEAD that `table` records: `ref: <name>`, an object id in hex, or "" for a deleted one.

    None means that this table says nothing about HEAD (or is no reftable) and an older one has to be asked.
    """
    try:
        return _find_head(table)
    except (IndexError, ValueError):  # cut off in the middle of a record, or damaged
        return None


def _find_head(table: bytes) -> str | None:
    version = table[4]
    if table[:4] != _MAGIC or version not in _HEADER_BYTES:
        return None
    block = _HEADER_BYTES[version]
    if table[block : block + 1] != _REF_BLOCK:
        return None  # a table of log records only
    id_bytes = _SHA256_BYTES if table[24:28] == b"s256" else _SHA1_BYTES  # version 1 has its first block there
    name, position, end = b"", block + _BLOCK_HEADER_BYTES, _end_of_records(table, block)
    while name < b"HEAD" and position < end:
        shared_bytes, position = _read_varint(table, position)
        suffix_and_type, position = _read_varint(table, position)
        suffix_end = position + (suffix_and_type >> 3)
        name = name[:shared_bytes] + table[position:suffix_end]
        _update_index, position = _read_varint(table, suffix_end)
        value, position = _read_value(table, position, suffix_and_type & 7, id_bytes)
        if name == b"HEAD":
            return value
    return None


def _end_of_records(table: bytes, block: int) -> int:
    """Return where the records of the first block end: before 3 bytes for each restart and 2 for their count."""
    block_end = int.from_bytes(table[block + 1 : block + _BLOCK_HEADER_BYTES], "big")  # counts the file header too
    if block_end > len(table):
        return len(table)
    restarts = int.from_bytes(table[block_end - 2 : block_end], "big")
    return block_end - 2 - 3 * restarts


def _read_value(table: bytes, position: int, value_type: int, id_bytes: int) -> tuple[str, int]:
    """Return a record's value, as a HEAD file would say it, and the position after it."""
    if value_type == _DELETION:
        return "", position
    if value_type == _SYMREF:
        target_bytes, position = _read_varint(table, position)
        end = position + target_bytes
        value = "ref: " + str(table[position:end], "utf-8", "surrogateescape")
    elif value_type in (_ONE_ID, _TWO_IDS):
        end = position + id_bytes * value_type
        value = table[position : position + id_bytes].hex()
    else:
        raise ValueError(f"reftable value type {value_type} is unknown")
    if end > len(table):
        raise ValueError("the reftable ends inside a value")
    return value, end


def _read_varint(table: bytes, position: int) -> tuple[int, int]:
    """Return the number at `position` and the position after it: 7 bits a byte, each step adding one (as in packs)."""
    byte = table[position]
    number = byte & 0x7F
    while byte & 0x80:
        position += 1
        byte = table[position]
        number = (number + 1 << 7) | (byte & 0x7F)
    return number, position + 1
