"""Masks keys, tokens and passwords before a text leaves the conversation it was written in."""

import re

MASK = "[masked]"

_NAME = (
    r"(?:password|passwd|passphrase|passcode|pwd|secret|token|credential|api[_-]?key|access[_-]?key|private[_-]?key"
    r"|비밀번호|비밀 번호|비번|암호|패스워드|密码|口令)"
)
_QUOTE = r"(?:\\?[\"'`])"
_VALUE = (
    r"(?!\[masked\])(?:"
    r"\\\"(?:[^\"\\]|\\\\(?:\\[\"\\]|[^\"\\]))*(?:\\\")?"
    r"|\"(?:[^\"\\]|\\.)*\"?"
    r"|'[^']*'?"
    r"|`[^`]*`?"
    rf"|(?:(?!{_QUOTE})[^\s,;&}}\])])+)"
)
_ASSIGNED = re.compile(
    rf"(?<![A-Za-z0-9_-])(?P<name>[A-Za-z0-9_-]*?{_NAME}(?![A-Za-z0-9_]){_QUOTE}?"
    rf"(?:\s*(?::=|=>|[:=：])\s*|(?:은|는|이|가)\s+|\s+is:?\s+|是\s*))(?P<value>{_VALUE})",
    re.IGNORECASE,
)
_OPTION = re.compile(rf"(?P<name>--(?:[a-z0-9]+-)*{_NAME}\s+)(?P<value>{_VALUE})", re.IGNORECASE)
_IN_ADDRESS = re.compile(r"(?P<name>://[^\s/:@]*:)(?P<value>[^\s/@]+)(?=@)")
_PEM = re.compile(r"-----BEGIN [A-Z0-9 ]+-----.*?(?:-----END [A-Z0-9 ]+-----|\Z)", re.DOTALL)
_LONG = r"(?:(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{6,}|[A-Za-z0-9_-]{20,})"
_TOKEN = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    rf"(?:sk|rk|pk|xox[abeoprs]|glpat)-{_LONG}"
    rf"|(?:gh[oprsu]|github_pat|hf|npm|pypi)_{_LONG}"
    r"|(?:AKIA|ASIA)[0-9A-Z]{8,}"
    r"|AIza[0-9A-Za-z_-]{20,}"
    r"|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"
    r")"
)
_BEARER = re.compile(
    r"(?P<name>\bbearer\s+)(?P<value>(?=[^\s\"']*[0-9._~+/=-])[A-Za-z0-9._~+/=-]{6,}|[A-Za-z]{16,})", re.IGNORECASE
)


def mask_secrets(text: str) -> str:
    """Return ``text`` with ``[masked]`` for everything that looks like a secret."""
    text = _PEM.sub(MASK, text)
    text = _BEARER.sub(rf"\g<name>{MASK}", text)
    text = _TOKEN.sub(MASK, text)
    for pattern in (_ASSIGNED, _OPTION, _IN_ADDRESS):
        text = pattern.sub(_masked_value, text)
    return text


def _masked_value(match: re.Match[str]) -> str:
    value = match["value"]
    quote = next((mark for mark in ('\\"', '"', "'", "`") if value.startswith(mark)), "")
    return f"{match['name']}{quote}{MASK}{quote}"
