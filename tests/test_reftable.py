import pytest

from codewatch.reftable import head_in

# Written by git 2.47.3 (`git init --ref-format=reftable`) and cut where their only block ends.
ON_TRUNK = (
    "52454654010010000000000000000001000000000000000172000039"
    "0023484541440010 726566732f68656164732f7472756e6b 00001c0001"
)
ON_TOPIC = (
    "5245465401001000000000000000000400000000000000047200003c"
    "0023484541440013 726566732f68656164732f746f7069632fc3bc 00001c0001"
)
DETACHED = (
    "5245465401001000000000000000000b000000000000000b7200003c"
    "002148454144 000a144b112829c7aee2cdf4b3e365d1d5fc814ede 00001c0001"
)
DETACHED_SHA256 = (
    "52454654020010000000000000000003000000000000000373323536 7200004c 002148454144 00"
    "466718841d2ff615d9914612b6adf33ca30523623b540f3ee29d72d6b986519900 00200001"
)
MERGE_IN_CONFLICT = (
    "5245465401001000000000000000000c000000000000000c72000042 0051 4155544f5f4d45524745"
    "00724c96917453331f495ffdf2300143724ac04b5e 00001c0001"
)
ONLY_A_BRANCH = (
    "52454654010010000000000000000002000000000000000272000049 008001 726566732f68656164732f7472756e6b"
    "00ee04ce3915a2f687715fc46a01a0984c235df60a 00001c0001"
)
COMPACTED_WHILE_REBASING = (
    "52454654010010000000000000000001000000000000000f72000108"
    "00514155544f5f4d455247450b724c96917453331f495ffdf2300143724ac04b5e"
    "0021484541440a0a144b112829c7aee2cdf4b3e365d1d5fc814ede"
    "00494f5249475f484541440947d205a24ec25bdebfd5d3f111015a1aebabf397"
    "00595245424153455f484541440e47d205a24ec25bdebfd5d3f111015a1aebabf397"
    "0061726566732f68656164732f720847d205a24ec25bdebfd5d3f111015a1aebabf397"
    "0b41746f7069632fc3bc050a144b112829c7aee2cdf4b3e365d1d5fc814ede"
    "0c2172756e6b01ee04ce3915a2f687715fc46a01a0984c235df60a"
    "00001c00003d00005800007800009a0005"
)
# Git writes no such tables; their records follow the format's description.
HEAD_DELETED = "52454654010010000000000000000001000000000000000172000028 00204845414400 00001c0001"
HEAD_ON_A_TAG = (
    f"52454654010010000000000000000001000000000000000172000050 002248454144 00{'a1' * 20}{'b2' * 20} 00001c0001"
)
LATER_VALUE_TYPE = "52454654010010000000000000000001000000000000000172000029 0027484541440000 00001c0001"
LOGS_ONLY = "524546540100100000000000000000010000000000000001 67000039 0023484541440010"
LATER_VERSION = "52454654030010000000000000000001000000000000000172000039 0023484541440010"


@pytest.mark.parametrize(
    ("table", "head"),
    [
        (ON_TRUNK, "ref: refs/heads/trunk"),
        (ON_TOPIC, "ref: refs/heads/topic/ü"),
        (DETACHED, "0a144b112829c7aee2cdf4b3e365d1d5fc814ede"),
        (DETACHED_SHA256, "466718841d2ff615d9914612b6adf33ca30523623b540f3ee29d72d6b9865199"),
        (COMPACTED_WHILE_REBASING, "0a144b112829c7aee2cdf4b3e365d1d5fc814ede"),
        (HEAD_ON_A_TAG, "a1" * 20),
        (HEAD_DELETED, ""),
    ],
)
def test_a_table_with_a_head_record_tells_what_a_head_file_would(table, head):
    assert head_in(bytes.fromhex(table)) == head


@pytest.mark.parametrize("table", [MERGE_IN_CONFLICT, ONLY_A_BRANCH, LOGS_ONLY])
def test_a_table_without_a_head_record_tells_nothing(table):
    assert head_in(bytes.fromhex(table)) is None


@pytest.mark.parametrize("table", ["", "00", "ff" * 200, LATER_VERSION, LATER_VALUE_TYPE])
def test_what_is_no_readable_table_tells_nothing(table):
    assert head_in(bytes.fromhex(table)) is None


@pytest.mark.parametrize("length", range(len(bytes.fromhex(ON_TOPIC)) - len("\0\0\x1c\0\1")))
def test_a_table_cut_off_anywhere_before_the_end_of_head_tells_nothing(length):
    assert head_in(bytes.fromhex(ON_TOPIC)[:length]) is None


def test_a_block_longer_than_what_was_read_is_read_as_far_as_it_goes():
    start = bytes.fromhex(COMPACTED_WHILE_REBASING)[:100]

    assert head_in(start) == "0a144b112829c7aee2cdf4b3e365d1d5fc814ede"


def test_a_branch_name_that_is_not_utf_8_keeps_its_bytes():
    latin_1 = bytes.fromhex(ON_TOPIC).replace("ü".encode(), b"\xfc\xfc")

    head = head_in(latin_1)

    assert head is not None
    assert head.encode("utf-8", "surrogateescape") == b"ref: refs/heads/topic/\xfc\xfc"
