"""Errors, one class for each exit code of the tool."""

from __future__ import annotations


class LaminaError(Exception):
    """The tool said that it could not do what was asked; the text is its own sentence.

    `status` is its exit code, or minus the number of the signal that ended it.
    """

    def __init__(self, message: str, status: int = 70) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


class UsageError(LaminaError, ValueError):
    """An argument makes no sense (64)."""


class DocumentError(LaminaError, ValueError):
    """A document is malformed or refused, a canvas is empty or too large, or `strict` found a warning (65)."""


class InputMissing(LaminaError, FileNotFoundError):
    """A document or picture is not there or cannot be read (66)."""


class NoDevice(LaminaError):
    """No graphics device can be used, where one was asked for (69)."""


class InternalError(LaminaError):
    """Lamina failed by itself, ran out of memory, or was ended by a signal (70)."""


class WorkerLost(LaminaError):
    """The process that read and drew an isolated document was lost (71)."""


class CannotWrite(LaminaError, OSError):
    """A file cannot be written (73)."""


_CLASSES: dict[int, type[LaminaError]] = {
    64: UsageError, 65: DocumentError, 66: InputMissing, 69: NoDevice, 70: InternalError, 71: WorkerLost, 73: CannotWrite,
}


def error(status: int, message: str) -> LaminaError:
    """The error of an exit code."""
    return _CLASSES.get(status, InternalError if status < 0 else LaminaError)(message, status)
