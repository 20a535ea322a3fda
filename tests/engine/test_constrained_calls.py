"""Whatever a model's weights are, each call that it makes under its grammar is one that the tool takes."""

from random import Random

import pytest

from gemma_app.dialects.schema import fits
from gemma_app.engine.gemma import GemmaModel
from tests.engine.forced import forced_call, random_tools

pytestmark = pytest.mark.model


@pytest.mark.parametrize("seed", range(2))
def test_every_call_of_a_random_model_fits_its_schema(tiny: GemmaModel, seed: int) -> None:
    tools = random_tools(Random(seed))
    name, arguments = forced_call(tiny, tools, seed)
    schema = next(tool.parameters for tool in tools if tool.name == name)
    assert fits(arguments, schema), arguments
