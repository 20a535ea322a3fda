import numpy as np

from gemma_app.engine.sampling import Sampler, SamplingOptions

LOGITS = np.array([0.0, 5.0, 4.0, -3.0, 4.5], np.float32)


def _drawn(options: SamplingOptions, count: int = 200) -> list[int]:
    sampler = Sampler(options)
    return [sampler.choose(LOGITS, None) for _ in range(count)]


def test_temperature_zero_takes_the_best_token_always() -> None:
    assert set(_drawn(SamplingOptions(temperature=0))) == {1}


def test_the_same_seed_draws_the_same_tokens_and_another_does_not() -> None:
    first = _drawn(SamplingOptions(temperature=1.0, seed=7))
    assert first == _drawn(SamplingOptions(temperature=1.0, seed=7))
    assert first != _drawn(SamplingOptions(temperature=1.0, seed=8))


def test_top_k_leaves_only_the_best() -> None:
    assert set(_drawn(SamplingOptions(temperature=2.0, top_k=2, top_p=1.0))) == {1, 4}


def test_top_p_leaves_only_the_likely() -> None:
    assert set(_drawn(SamplingOptions(temperature=1.0, top_k=0, top_p=0.3))) == {1}


def test_options_of_a_request_are_taken_and_strangers_ignored() -> None:
    assert SamplingOptions.of({"temperature": 0.5, "top_k": None, "system": "x"}) == SamplingOptions(temperature=0.5)
