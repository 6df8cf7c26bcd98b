"""An OpenGL context without a display: the EGL device platform, then Mesa's surfaceless one."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

_VOID = ctypes.c_void_p
_DEVICE_PLATFORM = 0x313F
_SURFACELESS_PLATFORM = 0x31DD
_OPENGL_API = 0x30A2
_OPENGL_ES_API = 0x30A0
_ES_3 = (ctypes.c_int * 3)(0x3098, 3, 0x3038)
_NO_ATTRIBUTES = (ctypes.c_int * 1)(0x3038)
_RENDERER = 0x1F01


class EGLError(RuntimeError):
    """No context could be made."""


class Context:
    """A current OpenGL context; the first hardware device, else a software one."""

    def __init__(self) -> None:
        try:
            self._egl = ctypes.CDLL("libEGL.so.1")
        except OSError as problem:
            raise EGLError(str(problem)) from None
        self._egl.eglGetProcAddress.restype = _VOID
        self._egl.eglGetProcAddress.argtypes = [ctypes.c_char_p]
        self._egl.eglInitialize.argtypes = [_VOID, _VOID, _VOID]
        self._egl.eglCreateContext.restype = _VOID
        self._egl.eglCreateContext.argtypes = [_VOID, _VOID, _VOID, _VOID]
        self._egl.eglMakeCurrent.argtypes = [_VOID] * 4
        self.renderer = ""
        found: list[tuple[bool, int, int, int, str]] = []
        for display in self._displays():
            context = self._make(display)
            if context:
                renderer = self._renderer()
                software = any(word in renderer for word in ("llvmpipe", "softpipe", "SwiftShader"))
                found.append((software, len(found), display, context, renderer))
        if not found:
            raise EGLError("no EGL device makes an OpenGL context")
        _, _, display, context, self.renderer = min(found)
        self._egl.eglMakeCurrent(display, None, None, context)

    def _function(self, name: str, result: type, *arguments: type) -> Callable[..., Any] | None:
        address = self._egl.eglGetProcAddress(name.encode())
        return ctypes.CFUNCTYPE(result, *arguments)(address) if address else None

    def _displays(self) -> list[int]:
        query = self._function(
            "eglQueryDevicesEXT", ctypes.c_uint, ctypes.c_int, ctypes.POINTER(_VOID), ctypes.POINTER(ctypes.c_int)
        )
        get = self._function("eglGetPlatformDisplayEXT", _VOID, ctypes.c_uint, _VOID, _VOID)
        if not get:
            return []
        displays = []
        if query:
            devices, count = (_VOID * 16)(), ctypes.c_int()
            query(16, devices, ctypes.byref(count))
            displays = [get(_DEVICE_PLATFORM, devices[index], None) for index in range(count.value)]
        displays.append(get(_SURFACELESS_PLATFORM, None, None))
        return [display for display in displays if display and self._egl.eglInitialize(display, None, None)]

    def _make(self, display: int) -> int | None:
        for api, attributes in ((_OPENGL_ES_API, _ES_3), (_OPENGL_API, _NO_ATTRIBUTES)):
            self._egl.eglBindAPI(api)
            context = self._egl.eglCreateContext(display, None, None, attributes)
            if context and self._egl.eglMakeCurrent(display, None, None, context):
                return int(context)
        return None

    def _renderer(self) -> str:
        get_string = self._function("glGetString", ctypes.c_char_p, ctypes.c_uint)
        return (get_string(_RENDERER) or b"").decode() if get_string else ""
