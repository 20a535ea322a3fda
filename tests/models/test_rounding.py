"""The training rounds weights as the app's file does."""

import subprocess
from pathlib import Path

import numpy as np
import pytest
from gguf import GGMLQuantizationType, dequantize, quantize

ROOT = Path(__file__).parents[2]
TRAIN = ROOT / ".venv-train" / "bin" / "python"  # torch is there alone
SCRIPT = """
import sys, numpy, torch
from models.adapter import as_q4_0
numpy.save(sys.argv[2], as_q4_0(torch.from_numpy(numpy.load(sys.argv[1]))).numpy())
"""


@pytest.mark.skipif(not TRAIN.exists(), reason="`make -C models setup` was not run")
def test_the_training_rounds_weights_as_the_file_does(tmp_path: Path) -> None:
    weights = np.random.default_rng(1).normal(0, 0.03, (96, 640)).astype(np.float32)
    weights[0], weights[1, ::2], weights[2, 5], weights[2, 9] = 0, 0, 0.5, -0.5  # the last two are equally far from 0
    np.save(tmp_path / "weights.npy", weights)
    subprocess.run(
        [TRAIN, "-c", SCRIPT, tmp_path / "weights.npy", tmp_path / "rounded.npy"], cwd=ROOT, check=True, timeout=120
    )
    kind = GGMLQuantizationType.Q4_0
    assert np.array_equal(np.load(tmp_path / "rounded.npy"), dequantize(quantize(weights, kind), kind))
