"""Draws Core Animation and Lottie documents to pictures, without a display.

>>> import lamina
>>> picture = lamina.render("cards.ca", scale=2)
>>> picture.save("cards.png")
>>> lamina.render("anim.json", progress=0.5, output="array").shape
(512, 512, 4)

In a notebook a picture that is the value of a cell is shown. The package carries the `lamina` tool with its libraries; `tool()` says where
it is, and the environment variable LAMINA_TOOL names another one.
"""

from ._errors import (
    CannotWrite,
    DocumentError,
    InputMissing,
    InternalError,
    LaminaError,
    NoDevice,
    UsageError,
    WorkerLost,
)
from ._picture import Diagnostic, Picture
from ._render import devices, render
from ._tool import tool, version

__all__ = [
    "CannotWrite", "Diagnostic", "DocumentError", "InputMissing", "InternalError", "LaminaError", "NoDevice", "Picture", "UsageError",
    "WorkerLost", "devices", "render", "tool", "version",
]
