"""Writes a trained adapter as a GGUF LoRA file; runs in the environment of ``make -C models setup``.

The weights are rounded to multiples of 2⁻¹⁴: then their products add up exactly in 64 bits, in whatever order, and
merging them gives the same file on every machine.

Usage: ``python -m models.export RUN_DIR gemma_app/engine/adapter.gguf``
"""

import argparse
import re
from pathlib import Path

import numpy as np
from gguf import GGUFWriter
from safetensors.numpy import load_file

from models.adapter import ADAPTER, ALPHA

_STEPS = 2.0**14
_LAYER = re.compile(r"model\.layers\.(\d+)\.(?:self_attn|mlp)\.(\w+)\.(lora_[ab])")
NAMES = {
    "q_proj": "attn_q",
    "k_proj": "attn_k",
    "v_proj": "attn_v",
    "o_proj": "attn_output",
    "gate_proj": "ffn_gate",
    "up_proj": "ffn_up",
    "down_proj": "ffn_down",
}


def export(run: Path, out: Path) -> None:
    """Write the adapter in the folder ``run`` to the file ``out``."""
    writer = GGUFWriter(out, "gemma3")
    writer.add_type("adapter")
    writer.add_name("gemma-app adapter")
    writer.add_license("gemma")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", float(ALPHA))
    found = {_LAYER.fullmatch(name): weight for name, weight in load_file(run / ADAPTER).items()}
    for match, weight in sorted(found.items(), key=lambda item: (int(item[0][1]), item[0][2], item[0][3])):
        rounded = (np.round(weight.astype(np.float64) * _STEPS) / _STEPS).astype(np.float16)
        writer.add_tensor(f"blk.{match[1]}.{NAMES[match[2]]}.weight.{match[3]}", rounded)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main() -> None:
    """Read the command line and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    given.out.parent.mkdir(parents=True, exist_ok=True)
    export(given.run, given.out)


if __name__ == "__main__":
    main()
