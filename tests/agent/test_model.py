"""What a model is like is read in one way, whatever model it is and however it is wrapped."""

from gemma_app.agent.grounding import GroundedModel
from gemma_app.agent.model import Traits, traits_of
from gemma_app.engine.scripted import ScriptedModel

SMALL = Traits(speaks_through_the_app=True, needs_test=True, context_tokens=512)


class Small(ScriptedModel):
    traits = SMALL


def test_a_model_that_says_nothing_of_itself_and_none_at_all_are_like_any_other() -> None:
    assert traits_of(ScriptedModel([])) == traits_of(None) == Traits()


def test_a_model_whose_calls_are_looked_at_is_like_the_model_itself() -> None:
    wrapped = GroundedModel(Small([]), lambda call, said: call, lambda: "ko")
    assert traits_of(wrapped) == traits_of(Small([])) == SMALL
