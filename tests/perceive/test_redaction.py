"""E8: secrets leave no trace, and ordinary text is left as it is."""

from __future__ import annotations

import json
import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.perceive.redaction import redact
from omoide.perceive.secret_values import is_card_number, is_my_number

# Put together from pieces, so that no scanner takes this file for a leak.
A62 = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA5cD7fG9"
HEX = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"
JWT = "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0NTY3ODkwIn0" + ".dozjgNryP4J3jVmNHl0w5N_XgL0n3I9"
PEM_BODY = "\n".join(["MIIEpAIBAAKCAQEA1c7+9z5Pad7OejecsQ0buv1x"] * 3)
PEM = "-----BEGIN RSA " + "PRIVATE KEY-----\n" + PEM_BODY + "\n-----END RSA " + "PRIVATE KEY-----"

SECRETS = [
    # (text, what must be gone, what is left)
    (f"use sk-{A62} please", f"sk-{A62}", "use [redacted: api key] please"),
    (f"sk-ant-api03-{A62}-xyz.", A62, "[redacted: api key]."),
    (f"sk-proj-{A62}", A62, "[redacted: api key]"),
    (f"sk_live_{A62}", A62, "[redacted: api key]"),
    (f"git clone with ghp_{A62[:36]}", A62[:36], "git clone with [redacted: token]"),
    (f"github_pat_{A62}_{A62}", A62, "[redacted: token]"),
    (f"鍵はAKIA{'IOSFODNN7EXAMPLE'}でした", "IOSFODNN7", "鍵は[redacted: access key]でした"),
    (f"AIza{A62[:35]}", A62[:35], "[redacted: api key]"),
    (f"xoxb-{'123456789012'}-{A62[:24]}", A62[:24], "[redacted: token]"),
    (f"xoxp-{A62[:24]}", A62[:24], "[redacted: token]"),
    (f"hf_{A62[:34]}", A62[:34], "[redacted: token]"),
    (f"our own omo_{A62}-_x.", A62, "our own [redacted: token]."),
    ("My SSN is 078-05-1120.", "078-05", "My SSN is [redacted: national number]."),
    ("IBAN DE89 3704 0044 0532 0130 00 it is", "3704", "IBAN [redacted: account number] it is"),
    ("口座番号は1234567です", "1234567", "口座番号は[redacted: account number]です"),
    ("パスポート番号はTK1234567です", "TK12", "パスポート番号は[redacted: passport number]です"),
    (f"cookie {JWT} end", JWT, "cookie [redacted: token] end"),
    (f"before\n{PEM}\nafter", "MIIE", "before\n[redacted: private key]\nafter"),
    (PEM.split("\n-----END")[0] + "\n\nand this is prose", "MIIE", "[redacted: private key]and this is prose"),
    (f"Authorization: Bearer {A62}", A62, "Authorization: Bearer [redacted: token]"),
    (f"curl -H 'authorization: bearer {HEX}'", HEX, "curl -H 'authorization: bearer [redacted: token]'"),
    ("Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz", "Authorization: Basic [redacted: password]"),
    ("https://bob:s3cr3t@example.com/x", "s3cr3t", "https://bob:[redacted: password]@example.com/x"),
    ("postgresql://app:p@ss:w0rd@db:5432/x", "p@ss", "postgresql://app:[redacted: password]@db:5432/x"),
    ("redis://:s3cret@localhost:6379/0", "s3cret", "redis://:[redacted: password]@localhost:6379/0"),
    (
        "Server=db;User Id=sa;Password=Str0ng!pw;Database=x",
        "Str0ng",
        "Server=db;User Id=sa;Password=[redacted: password];Database=x",
    ),
    ("?user=bob&password=hunter2&next=1", "hunter2", "?user=bob&password=[redacted: password]&next=1"),
    (f"AccountName=x;AccountKey={A62}==;Suffix=y", A62, "AccountName=x;AccountKey=[redacted: secret];Suffix=y"),
    ("my password is hunter2.", "hunter2", "my password is [redacted: password]."),
    ("My password is swordfish", "swordfish", "My password is [redacted: password]"),
    ("the password for the wifi is tokyo1234!", "tokyo1234", "the password for the wifi is [redacted: password]!"),
    ("I changed my password to P@ssw0rd, sorry", "P@ssw0rd", "I changed my password to [redacted: password], sorry"),
    ("the wifi password's hunter2", "hunter2", "the wifi password's [redacted: password]"),
    ("id: bob, pw: hunter2", "hunter2", "id: bob, pw: [redacted: password]"),
    ("sk-1234567890abcdefghijklmnop", "abcdef", "[redacted: api key]"),
    ("password: correct-horse-battery", "horse", "password: [redacted: password]"),
    ("password: $ecret1 ok", "$ecret", "password: [redacted: password] ok"),
    ("DB_PASSWORD=hunter2 make", "hunter2", "DB_PASSWORD=[redacted: password] make"),
    ('{"password": "open sesame", "a": 1}', "sesame", '{"password": "[redacted: password]", "a": 1}'),
    ("passphrase = 'four little words here'", "little", "passphrase = '[redacted: password]'"),
    ("mysql --password hunter2 -u root", "hunter2", "mysql --password [redacted: password] -u root"),
    ("パスワードはhunter2です。", "hunter2", "パスワードは[redacted: password]です。"),
    ("Wi-Fiのパスワードは「ひらけごま」だよ", "ひらけごま", "Wi-Fiのパスワードは「[redacted: password]」だよ"),
    ("パスワード：ａｂｃ１２３", "ａｂｃ", "パスワード：[redacted: password]"),
    ("パスワードをhunter2に変えました", "hunter2", "パスワードを[redacted: password]に変えました"),
    ("暗証番号は4821です", "4821", "暗証番号は[redacted: pin]です"),
    ("暗証番号：１２３４", "１２３４", "暗証番号：[redacted: pin]"),
    ("my PIN is 4821, ok?", "4821", "my PIN is [redacted: pin], ok?"),
    ("PIN: 482193", "482193", "PIN: [redacted: pin]"),
    ("秘密鍵はabcDEF123です", "abcDEF123", "秘密鍵は[redacted: password]です"),
    ("CVV 737", "737", "CVV [redacted: card code]"),
    ("card 4111 1111 1111 1111 exp 12/27", "4111", "card [redacted: card number] exp 12/27"),
    ("5500-0055-5555-5559", "5500", "[redacted: card number]"),
    ("カード番号は４１１１１１１１１１１１１１１１です", "４１１１", "カード番号は[redacted: card number]です"),
    ("amex 3782 822463 10005.", "3782", "amex [redacted: card number]."),
    ("JCB 3530111333300000", "3530", "JCB [redacted: card number]"),
    ("マイナンバーは 1234 5678 9018 です", "5678", "マイナンバーは [redacted: my number] です"),
    ("個人番号：１２３４５６７８９０１８", "１２３４", "個人番号：[redacted: my number]"),
    (f"api_key={A62}", A62, "api_key=[redacted: secret]"),
    (f"the access token is {HEX}", HEX, "the access token is [redacted: secret]"),
    (f"トークンは{A62}です", A62, "トークンは[redacted: secret]です"),
    (
        f"export AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/{A62}",
        "wJalr",
        "export AWS_SECRET_ACCESS_KEY=[redacted: secret]",
    ),
    (f"client_secret: '{A62[:20]}'", A62[:20], "client_secret: '[redacted: secret]'"),
]

LEFT_ALONE = [
    "The password is wrong, and the password was too short.",
    "Your password is required. Password: required field",
    "Forgot your password? Use your password to log in. A password is stored as a hash.",
    "pass: 12, fail: 3; pass = True; pass: 95.5%; bypass=enabled1; the password's length",
    "The password policy: at least 8 characters. Password is case sensitive.",
    "def login(user: str, password: str = '') -> bool: ...",
    "connect(user=user, password=password, token=token, key=key)",
    'password = os.environ["DB_PASSWORD"]; password = getpass(); password = settings.password',
    '<input type="password" name="password" placeholder="Password">',
    "password: $DB_PASSWORD password: ${DB_PASSWORD}  password: <your password>  password: ********  password=None",
    '{"type": "object", "properties": {"password": {"type": "string"}}}',
    "パスワードは8文字以上です。パスワードは必要です。パスワードを忘れました。パスワードはHTTPSで送られます。",
    "パスワードは2024年に変更しました。パスワードは「8文字以上」にしてください。暗証番号は4桁です。",
    "合言葉は何でしょう。秘密鍵を安全に保管しましょう。鍵を家に忘れた。キーは上から三番目です。",
    "the key is under the mat; the secret is patience; a token of thanks; keyboard: 104 keys",
    "LED on pin 13, pin = 13, pin: 7, PINs 1024 and 2048",
    "550e8400-e29b-41d4-a716-446655440000 and key: 550e8400-e29b-41d4-a716-446655440000",
    f"commit {HEX} fixes it; see {HEX[:7]}; cache key: {HEX}",
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "call 090-1234-5678, 03-1234-5678, +81 90 1234 5678, +4915123456789 or (555) 010-9999",
    "ISBN 978-4-10-101001-4, ISBN 9784101010014, JAN 4901234567894",
    "2024-01-15T12:34:56.789+09:00, 20240115123456, 1700000000000, 1700000000000000",
    "v1.2.3-beta.4, Python 3.11.9, 10.0.19045.4170, 192.168.100.200, 4111.1111.1111.1111",
    "order 4111 1111 1111 1112 and 1234 5678 9012 3456, id 123456789012345678",
    "0.4111111111111111 and x4111111111111111 and 41111111111111111111111",
    "マイナンバーは 1234 5678 9012 ではない。12桁の番号 123456789018 だけでは分からない。",
    "sk-learn and sk-folding-cube-wrapper-element-name are no keys; task-force-something-long-here",
    "ssh://git@github.com:22/x.git http://localhost:8080/a@b mailto:a@b.c https://example.com:443/x",
    "bearer of good news about-everything-in-the-world",
    "sort_key=created_at_2024_01_15_descending token=getAccessTokenSilentlyNow",
    "max_tokens: 1024, tokens: 128000, key: ArrowDown, secret_name=production-database-main",
    "昨日は友達と銀座で寿司を食べて、とても楽しかった。次は三月に会う約束をした。",
    "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。",
    "-----BEGIN PRIVATE KEY----- is how such a file begins.",
    "IBAN DE89 3704 0044 0532 0130 01 has a wrong check digit; AB12 CDEF 3456 GHIJ",
    "print(f'{key}={value}')  # for key, value in items()",
]


@pytest.mark.parametrize(("text", "gone", "left"), SECRETS)
def test_a_secret_is_replaced_by_what_it_was(text: str, gone: str, left: str) -> None:
    # E8
    assert redact(text) == left
    assert gone not in redact(text)
    assert redact(left) == left


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_what_only_looks_like_a_secret_is_left(text: str) -> None:
    # E8
    assert redact(text) == text


def test_several_secrets_in_one_text() -> None:
    # E8
    text = f"password: hunter2\nAPI key: {A62}\ncard 4111-1111-1111-1111\n{PEM}\n暗証番号は4821です"
    assert redact(text) == (
        "password: [redacted: password]\nAPI key: [redacted: secret]\ncard [redacted: card number]\n"
        "[redacted: private key]\n暗証番号は[redacted: pin]です"
    )


PIECES = (
    [text for text, _, _ in SECRETS]
    + LEFT_ALONE
    + [" ", "\n", "。", "password is ", "token=", "[redacted: pin]", "@", ":"]
)


@given(st.lists(st.sampled_from(PIECES), max_size=6).map("".join))
@settings(max_examples=300, deadline=None)
def test_twice_is_the_same_as_once(text: str) -> None:
    # E8
    once = redact(text)
    assert redact(once) == once


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text_comes_back_whole_or_marked(text: str) -> None:
    # E8: nothing is lost but what a marker stands for
    once = redact(text)
    assert once == text or "[redacted: " in once
    assert redact(once) == once


@given(st.uuids(), st.datetimes(), st.integers(0, 10**12), st.floats(allow_nan=False))
@settings(max_examples=100, deadline=None)
def test_ids_times_and_numbers_are_left(uuid: object, moment: object, number: int, fraction: float) -> None:
    # E8
    text = f"id {uuid} at {moment} n={number} x={fraction!r} log {json.dumps({'id': str(uuid), 'n': number})}"
    assert redact(text) == text


@given(
    st.text(string.ascii_letters + string.digits, min_size=32, max_size=60), st.sampled_from(["ghp_", "hf_", "sk-ant-"])
)
@settings(max_examples=100, deadline=None)
def test_every_key_of_a_known_shape_is_found(body: str, prefix: str) -> None:
    # E8
    assert body not in redact(f"it is {prefix}{body}, right?")


@given(st.integers(10**14, 10**15 - 1))
@settings(max_examples=100, deadline=None)
def test_a_card_is_known_by_its_check_digit(body: int) -> None:
    # E8: of ten numbers that differ in the last digit, one is a card
    numbers = [f"4{body}"[:15] + str(last) for last in range(10)]
    assert sum(is_card_number(number) for number in numbers) == 1
    assert sum(redact(number) == "[redacted: card number]" for number in numbers) == 1


def test_my_number_check_digit() -> None:
    # E8: the published example, and its neighbours
    assert [n for n in range(10) if is_my_number(f"12345678901{n}")] == [8]


@pytest.mark.parametrize(
    "unit",
    [
        "a", "A1", "0", "4111 ", "eyJ", "sk-", "://", "://a:", "password ", "password is ", "password for a b c d ",
        "パスワードは", "key=", "bearer ", "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAA",
        "マイナンバー", "my number ", "PIN is 1", "authorization: basic ", "SG.", "token token_", "@:",
        "password=a;b&c,", "昨日は友達と銀座で寿司を食べた。",
    ],
)  # fmt: skip
def test_no_text_makes_it_slow(unit: str) -> None:
    # E8: linear time; a pattern that runs back over what it read would need many minutes for this
    text = unit * (300_000 // len(unit))
    once = redact(text)
    assert once == text or "[redacted: " in once


def test_a_long_ordinary_text_is_unchanged() -> None:
    # E8
    words = ["the", "memory", "of", "that", "day", "記憶", "昨日", "key", "token", "password", "fine", "\n"]
    chooser = random.Random(7)
    text = " ".join(chooser.choice(words) for _ in range(100_000))
    assert redact(text) == text
