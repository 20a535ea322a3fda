"""Low-rank updates of a model's projections, with as few passes over memory as a processor without a GPU allows.

Where weights are rounded as the app's file rounds them, the update learns to make up for it. Rounding counts as the
identity in the backward pass.
"""

import math
from typing import Any

import torch
from torch import Tensor, nn

RANK, ALPHA = 16, 32
ADAPTER = "adapter.safetensors"
PROJECTIONS = frozenset({"q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"})
_SCALE = ALPHA / RANK


def as_q4_0(weight: Tensor) -> Tensor:
    """Return what ``weight`` is once it was stored as Q4_0: groups of 32 on a grid of eighths of the furthest."""
    blocks = weight.reshape(-1, 32)
    scale = blocks.gather(-1, blocks.abs().argmax(-1, keepdim=True)) / -8
    steps = (blocks * torch.where(scale == 0, 0, 1 / scale)).add_(8.5).trunc_().clamp_(0, 15).sub_(8)
    return steps.mul_(scale.half().float()).view_as(weight)


class _Projection(torch.autograd.Function):
    """``x (W + s B A)ᵀ`` with a frozen W."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, a: Tensor, b: Tensor, rounded: bool) -> Tensor:
        flat = x.reshape(-1, x.shape[-1])
        summed = torch.addmm(weight, b, a, alpha=_SCALE)
        if rounded:
            summed = as_q4_0(summed)
        ctx.save_for_backward(flat, summed, a, b)
        return (flat @ summed.T).view(*x.shape[:-1], -1)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, None, Tensor, Tensor, None]:
        flat, summed, a, b = ctx.saved_tensors
        given = grad.reshape(-1, grad.shape[-1])
        grad_x = (given @ summed).view(*grad.shape[:-1], -1) if ctx.needs_input_grad[0] else None
        grad_a = ((given @ b).T @ flat).mul_(_SCALE)
        return grad_x, None, grad_a, (given.T @ (flat @ a.T)).mul_(_SCALE), None


class _Norm(torch.autograd.Function):
    """Root mean square norm with a frozen weight."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, eps: float) -> Tensor:
        rate = torch.linalg.vector_norm(x, dim=-1, keepdim=True).square_().div_(x.shape[-1]).add_(eps).rsqrt_()
        ctx.save_for_backward(x, weight, rate)
        return (x * rate).mul_(weight)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None, None]:
        x, weight, rate = ctx.saved_tensors
        scaled = grad * weight
        along = torch.linalg.vecdot(scaled, x).unsqueeze(-1).mul_(rate.square()).div_(x.shape[-1])
        return scaled.sub_(x * along).mul_(rate), None, None


class Adapted(nn.Module):
    """A projection and its update, which begins as nothing."""

    def __init__(self, base: nn.Linear, rounded: bool) -> None:
        super().__init__()
        self.base = base
        self.rounded = rounded
        self.lora_a = nn.Parameter(torch.empty(RANK, base.in_features))
        self.lora_b = nn.Parameter(torch.zeros(base.out_features, RANK))
        nn.init.kaiming_uniform_(self.lora_a, a=math.sqrt(5))

    def forward(self, x: Tensor) -> Tensor:
        """Project."""
        return _Projection.apply(x, self.base.weight, self.lora_a, self.lora_b, self.rounded)


class _FastNorm(nn.Module):
    def __init__(self, base: nn.Module) -> None:
        super().__init__()
        self.weight = nn.Parameter(1.0 + base.weight.detach(), requires_grad=False)
        self.eps = base.eps

    def forward(self, x: Tensor) -> Tensor:
        return _Norm.apply(x, self.weight, self.eps)


def adapt(model: nn.Module, first_layer: int, rounded: bool) -> None:
    """Put an adapter on every projection from ``first_layer`` on; the model's own weights stay as they are.

    With ``rounded``, the adapted projections compute with what the app's file makes of their weights.
    """
    for number, layer in enumerate(model.model.layers):
        for holder in (layer, layer.self_attn, layer.mlp):
            for name, child in list(holder.named_children()):
                if name.endswith("norm"):
                    setattr(holder, name, _FastNorm(child))
                elif name in PROJECTIONS and number >= first_layer:
                    setattr(holder, name, Adapted(child, rounded))
    model.model.norm = _FastNorm(model.model.norm)


def adapter_state(model: nn.Module) -> dict[str, Tensor]:
    """Return the adapter's weights by name."""
    return {name: weight.detach().contiguous() for name, weight in model.named_parameters() if "lora_" in name}
