"""Rule R3 for English: what the main clause of a sentence claims."""

from typing import Literal

import regex

from gemma_app.text import Pattern

_FLAGS = regex.IGNORECASE

_WHEN = r"\b(?:after|when|whenever|before|once|as soon as|if|while|until|upon|every time|each time|on (?=\w+ing\b))\b"
_LEADING_WHEN = Pattern(rf"^{_WHEN}|^(?:at|on|in|during|each|every)\b", _FLAGS)
_TRAILING_WHEN = Pattern(rf",?\s{_WHEN}.*$", _FLAGS)
_OWN_SUBJECT = Pattern(r"\b(?:i|we)\b(?!.*\b(?:i|we)\b)", _FLAGS)
_MOMENT = Pattern(rf"{_WHEN}|\b(?:at the|first thing)\b", _FLAGS)

_ADVERB = r"(?:(?:not|never|now|already|truly|really|just|always|still|simply|proudly|also|the|kind|of)\s+)*?"
_PERSON = (
    r"(?:an?\s+(?!bit\b|little\b|lot\b|few\b|hundred\b|step\b)\w|someone\b|somebody\b|one\s+(?:of|who|that)\b|(?:vegan"
    r"|vegetarian)\b"
    r"|people\s+(?:who|that)\b|the\s+(?:kind|type|sort|one|person|man|woman|guy|girl)\b)"
)
_IDENTITY = Pattern(
    r"^(?:\w+ ){0,3}?(?:i\s+am|i'm|im|we\s+are|we're|i\s+(?:see|consider|think\s+of"
    r"|identify)\s*(?:myself)?\s*(?:as)?)\s+"
    rf"{_ADVERB}{_PERSON}"
    r"|^(?:someone|somebody|a\s+person|the\s+(?:kind|type|sort)\s+of\s+(?:person|man|woman|guy))\s+(?:who|that)\b",
    _FLAGS,
)

_NUMBER = r"(?:[$€£₩]\s*)?\d[\d.,]*k?"
_UNIT = r"(?:kgs?|kilos?|kilograms?|lbs?|pounds?|%|percent|points?|dollars?|usd|euros?|won|bucks|grand|million)"
_QUANTITY = Pattern(rf"{_NUMBER}\s*{_UNIT}(?![a-z])|[$€£₩]\s*\d", _FLAGS)
_HANDLED = Pattern(r"\b(?:lift|carry|press|squat|swing|hold|row|deadlift|eat|drink|curl|move|buy|fill)\b", _FLAGS)
_QUALITY = (
    r"(?:rich|thin|thinner|fit|fitter|slim|slimmer|healthy|healthier|strong|stronger|happy|happier|lean|leaner"
    r"|ripped|toned"
    r"|shredded|wealthy|wealthier|better|younger|in\s+shape|promoted|hired|fluent|famous|smarter|confident"
    r"|successful|debt[- ]free|muscular)"
)
_MEASURE = (
    r"(?:scores?|grades?|weight|income|salary|health|sleep|focus|memory|stamina|strength|fitness|gpa|productivity"
    r"|endurance|flexibility"
    r"|metabolism|blood|cholesterol|bmi|mood|confidence|english|skills?|sales|revenue)"
)
_SOME = r"(?:[\w-]+\s+){0,3}?"
"""Up to three words in between: ``lose at least 5 kg``."""
_OUTCOMES = (
    # a wish or a goal
    r"^(?:i|we)(?:\s+(?:really|just|also|still))*\s+(?:want|wish|hope|dream)\b|^(?:want|hope|wish)\b",
    r"\b(?:i'd|i\s+would|we'd)\s+(?:like|love)\b",
    r"\b(?:plan|aim|intend|need|going)\s+to\s+(?:be|become|lose|gain|get|win|pass|reach|save|earn|achieve|finish)\b",
    r"\bmy\s+(?:goal|dream|aim|target)\b|^(?:goal|target)\b",
    # a figure that is reached
    rf"\b(?:los|gain|shed|drop)(?:e|es|s|ing|ping|ding)?\s+{_SOME}"
    rf"(?:{_NUMBER}|weight|fat|inches|pounds|kilos|kilograms|muscle|belly|sizes)",
    rf"\breach(?:es|ing)?\s+(?!out|for){_SOME}{_NUMBER}(?!\s*(?:am|pm|:|o'clock))",
    rf"\b(?:hit|score|weigh|achieve|attain)(?:s|ing)?\s+{_SOME}{_NUMBER}\s*{_UNIT}(?![a-z])",
    rf"\bscor(?:e|es|ing)\s+{_SOME}\d|\b(?:toeic|toefl|ielts|sat|gpa)\b\D*\d|\bget\s+an?\s+\d+\b(?!-)",
    rf"\b(?:improv|increas|boost|rais|lower|doubl|maximi[sz])(?:e|es|ing)?\s+(?:my\s+|the\s+"
    rf"|our\s+)?(?:[\w-]+\s+)?{_MEASURE}\b",
    r"\b(?:weight|fat)\s+loss\b|\b\d+\s+books\s+(?:this|next|a|per)\s+year\b",
    # a state
    r"\b(?:become|becoming|becomes)\b|^be(?:ing)?\s+an?\b|^(?:sleep|eat|live|feel)\s+(?:better|healthier)\b",
    rf"(?:^|\bi\s+|\bi'll\s+|\bwill\s+)(?:be|get|getting|being|feel|look|stay|am)\s+(?:[\w-]+\s+){{0,2}}?{_QUALITY}\b",
    r"\b(?:six[- ]pack|abs)\s*$|\bbuild(?:ing)?\s+(?:\w+\s+)?(?:muscle|wealth|abs)\b",
    # an event
    rf"\b(?:pass|ace|passing|acing)\s+{_SOME}(?:exams?|test|interview|course|class|certification|toeic|toefl|ielts"
    rf"|finals)\b",
    r"\bwin(?:ning)?\s+(?:an?|the|my|first)\b|\b(?:graduat|achiev)(?:e|es|ing)\b|\b(?:accomplish|qualify|attain)\b",
    r"\bget(?:ting)?\s+(?:an?|my|the)\s+(?:[\w-]+\s+)?"
    r"(?:promotion|job|degree|raise|a\+?|certificate|licen[cs]e|medal|scholarship|offer)\b",
    r"\bmarathon\b|\bmaster(?:ing)?\s+\w+|\bspeak(?:ing)?\s+fluent|\ba\s+million\s+dollars\b",
    # a deadline or a time to beat
    r"\b(?:in|within)\s+(?:\d+|one|two|three|four|six|twelve|a)\s+(?:months?|years?|weeks?)\b",
    r"\bby\s+(?:summer|winter|spring|christmas|new\s+year|next\s+(?:year|month)|(?:the\s+)?end\s+of|january|february"
    r"|march|april|june|july|august|september|october|november|december)\b",
    r"\b(?:run|swim|cycle)\b.*\b(?:under|sub|less\s+than)\s*-?\s*\d",
)
_OUTCOME = Pattern("|".join(_OUTCOMES), _FLAGS)

_NO_ACTION = (
    r"am|was|were|want|wish|hope|need|would|could|should|can|must|might|like|love|hate|feel"
    r"|seem|believe|know|own|deserve|had|did"
)
_SUBJECT_ACTS = Pattern(
    rf"(?:^|[\s,:;(\"'])(?:i|we)(?:'ll|\s+(?:will|do|don't|always|\w+ly|then|just|also|first))*"
    rf"\s+(?!(?:{_NO_ACTION})\b)[a-z]{{2,}}",
    _FLAGS,
)
_VERBS = (
    "add|answer|arrange|ask|bathe|bike|blend|boil|book|breathe|brew|bring|brush|build|buy|call|carry|chat|check"
    "|chew|choose|clean|clear|climb|close|cook|copy|count|crawl|cut|cycle|dance|declutter|dim|do|draft|draw|drink"
    "|drive|dry|dust|eat|empty|exercise|file|fill|finish|floss|fold|gather|get|give|go|greet|grill|hang|have|head"
    "|hike|hold|hug|hum|iron|jog|journal|jot|jump|keep|kneel|lay|learn|leave|lie|lift|light|list|listen|load|lock"
    "|log|look|make|march|massage|measure|meditate|meet|memorize|mix|move|name|note|open|pack|paint|park|pay|peel"
    "|pet|phone|pick|place|plan|plank|play|plug|pour|practi[cs]e|pray|prepare|press|prune|pull|push|put|raise"
    "|read|recite|recycle|refill|repeat|rest|review|ride|rinse|rise|roll|rub|run|save|say|schedule|scrub|send"
    "|serve|set|share|shower|shut|sing|sip|sit|sketch|skip|sleep|smile|soak|sort|speak|spend|spread|sprint|squat"
    "|squeeze|stand|start|step|stretch|study|sweep|swim|swing|switch|take|talk|tap|text|thank|think|tidy|touch"
    "|track|train|turn|type|unplug|use|vacuum|visit|wait|wake|walk|warm|wash|watch|water(?= the| my| plants)|wear"
    "|weed|wipe|work|write"
)
_GERUNDS = r"(?:(?:" + _VERBS.replace("e|", "e?|") + r")\p{L}?ing)"
_IMPERATIVE = Pattern(
    rf"^(?:then|please|always|just|daily|slowly|quietly|briskly|gently|immediately|first)?\s*(?:{_VERBS})\b"
    rf"|^(?:\w+\s+){{0,4}}?{_GERUNDS}\b",
    _FLAGS,
)


def english_level(text: str) -> Literal["L1", "L2", "L3"] | None:
    """Return the level of an English sentence, None where it has none of the three or is not English."""
    main = _main_clause(text)
    if _IDENTITY.search(main):
        return "L3"
    if _OUTCOME.search(main):
        return "L1"
    acts = bool(_SUBJECT_ACTS.search(main) or _IMPERATIVE.search(main))
    if _QUANTITY.search(main) and not _HANDLED.search(main) and not (acts and _MOMENT.search(text)):
        return "L1"
    return "L2" if acts else None


def _main_clause(text: str) -> str:
    """Leave out the clause that says when: ``When I reach the office I drink water`` claims to drink water."""
    if not _LEADING_WHEN.search(text):
        return _TRAILING_WHEN.sub("", text)
    _, comma, rest = text.partition(",")
    if comma:
        return _TRAILING_WHEN.sub("", rest.strip())
    subject = _OWN_SUBJECT.search(text)
    return text[subject.start() :] if subject else _LEADING_WHEN.sub("", text).strip()
