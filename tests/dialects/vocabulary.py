"""A real vocabulary without its model: what its tokens are, and what a grammar lets through."""

import ctypes
from pathlib import Path

from llama_cpp import llama_cpp

from gemma_app.dialects.markup import MARKUP_LITERALS

_CONTROL = 8


class Vocabulary:
    """The tokens of one GGUF file.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        llama_cpp.llama_backend_init()
        params = llama_cpp.llama_model_default_params()
        params.vocab_only = True
        self._model = llama_cpp.llama_model_load_from_file(str(path).encode(), params)
        if not self._model:
            raise OSError(f"cannot load {path}")
        self.native = llama_cpp.llama_model_get_vocab(self._model)
        control = {
            self._text(token): token
            for token in range(llama_cpp.llama_vocab_n_tokens(self.native))
            if llama_cpp.llama_vocab_get_attr(self.native, token) & _CONTROL
        }
        known = {literal: self.special(literal) for literal in MARKUP_LITERALS}
        self.markup = control | {literal: tokens[0] for literal, tokens in known.items() if len(tokens) == 1}

    def close(self) -> None:
        """Free the model."""
        llama_cpp.llama_model_free(self._model)

    def plain(self, text: str) -> list[int]:
        """Tokenize with special parsing off."""
        return self._tokenize(text, special=False)

    def special(self, text: str) -> list[int]:
        """Tokenize with special parsing on."""
        return self._tokenize(text, special=True)

    def decode(self, tokens: list[int]) -> str:
        """Return the text of tokens, control tokens included."""
        return b"".join(map(self._piece, tokens)).decode("utf-8")

    def obeys(self, gbnf: str, text: str) -> bool:
        """Whether the tokens of ``text`` are a whole sentence of a grammar."""
        sampler = llama_cpp.llama_sampler_init_grammar(self.native, gbnf.encode("utf-8"), b"root")
        if not sampler:
            raise ValueError(f"no grammar: {gbnf}")
        try:
            for token in self.special(text):
                if not self._allows(sampler, token):
                    return False
                llama_cpp.llama_sampler_accept(sampler, token)
            return self._allows(sampler, llama_cpp.llama_vocab_eos(self.native))
        finally:
            llama_cpp.llama_sampler_free(sampler)

    def _allows(self, sampler: ctypes.c_void_p, token: int) -> bool:
        candidate = (llama_cpp.llama_token_data * 1)(llama_cpp.llama_token_data(id=token, logit=0.0, p=0.0))
        array = llama_cpp.llama_token_data_array(data=candidate, size=1, selected=-1, sorted=False)
        llama_cpp.llama_sampler_apply(sampler, ctypes.byref(array))
        return bool(candidate[0].logit == 0.0)

    def _tokenize(self, text: str, *, special: bool) -> list[int]:
        data = text.encode("utf-8")
        room = len(data) + 8
        tokens = (llama_cpp.llama_token * room)()
        count = llama_cpp.llama_tokenize(self.native, data, len(data), tokens, room, False, special)
        return list(tokens[:count])

    def _piece(self, token: int) -> bytes:
        buffer = ctypes.create_string_buffer(256)
        size = llama_cpp.llama_token_to_piece(self.native, token, buffer, len(buffer), 0, True)
        return buffer.raw[:size]

    def _text(self, token: int) -> str:
        text: bytes = llama_cpp.llama_vocab_get_text(self.native, token)
        return text.decode("utf-8", "replace")
