"""Low-rank updates of a model's projections, with as few passes over memory as a processor without a GPU allows."""

import math
from typing import Any

import torch
from torch import Tensor, nn

RANK, ALPHA = 16, 32
ADAPTER = "adapter.safetensors"
PROJECTIONS = frozenset({"q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"})
_SCALE = ALPHA / RANK


class _Projection(torch.autograd.Function):
    """``x Wᵀ + s (x Aᵀ) Bᵀ`` with a frozen W; the sums are part of the matrix products."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, a: Tensor, b: Tensor) -> Tensor:
        flat = x.reshape(-1, x.shape[-1])
        inner = flat @ a.T
        ctx.save_for_backward(flat, weight, a, b, inner)
        return (flat @ weight.T).addmm_(inner, b.T, alpha=_SCALE).view(*x.shape[:-1], -1)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, None, Tensor, Tensor]:
        flat, weight, a, b, inner = ctx.saved_tensors
        given = grad.reshape(-1, grad.shape[-1])
        grad_inner = (given @ b).mul_(_SCALE)
        grad_x = None
        if ctx.needs_input_grad[0]:
            grad_x = (given @ weight).addmm_(grad_inner, a).view(*grad.shape[:-1], -1)
        return grad_x, None, grad_inner.T @ flat, (given.T @ inner).mul_(_SCALE)


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

    def __init__(self, base: nn.Linear) -> None:
        super().__init__()
        self.base = base
        self.lora_a = nn.Parameter(torch.empty(RANK, base.in_features))
        self.lora_b = nn.Parameter(torch.zeros(base.out_features, RANK))
        nn.init.kaiming_uniform_(self.lora_a, a=math.sqrt(5))

    def forward(self, x: Tensor) -> Tensor:
        """Project."""
        return _Projection.apply(x, self.base.weight, self.lora_a, self.lora_b)


class _FastNorm(nn.Module):
    def __init__(self, base: nn.Module) -> None:
        super().__init__()
        self.weight = nn.Parameter(1.0 + base.weight.detach(), requires_grad=False)
        self.eps = base.eps

    def forward(self, x: Tensor) -> Tensor:
        return _Norm.apply(x, self.weight, self.eps)


def adapt(model: nn.Module, first_layer: int) -> None:
    """Put an adapter on every projection from ``first_layer`` on; the model's own weights stay as they are."""
    for number, layer in enumerate(model.model.layers):
        for holder in (layer, layer.self_attn, layer.mlp):
            for name, child in list(holder.named_children()):
                if name.endswith("norm"):
                    setattr(holder, name, _FastNorm(child))
                elif name in PROJECTIONS and number >= first_layer:
                    setattr(holder, name, Adapted(child))
    model.model.norm = _FastNorm(model.model.norm)


def adapter_state(model: nn.Module) -> dict[str, Tensor]:
    """Return the adapter's weights by name."""
    return {name: weight.detach().contiguous() for name, weight in model.named_parameters() if "lora_" in name}
