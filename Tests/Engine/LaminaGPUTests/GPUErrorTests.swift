// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGPU
import Testing

/// Texts of errors of devices.
@Suite struct GPUErrorTests {
  @Test("each error has its numbers, and the names that OpenGL and EGL give to theirs")
  func words() {
    let errors: [(GPUError, [String])] = [
      (.libraryMissing(name: "libEGL.so.1", reason: "no such file"), ["libEGL.so.1", "no such file"]),
      (.functionMissing(name: "glFinish"), ["glFinish"]),
      (.noUsableDevice(reasons: []), ["EGL offers none"]),
      (.noUsableDevice(reasons: ["one is locked", "one is old"]), ["one is locked; one is old"]),
      (.noSuchDevice(selection: "9", available: 2), ["'9'", "2"]),
      (.deviceUnusable(index: 3, reason: "it is locked"), ["3", "it is locked"]),
      (.unanswered(what: "its extensions"), ["its extensions"]),
      (
        .shaderCompilation(shader: "box", log: "0:7 oops", files: ["a.glsl", "b.glsl"]),
        ["'box'", "0 = a.glsl, 1 = b.glsl", "\n0:7 oops"]
      ),
      (.shaderLinking(program: "box", log: "oops"), ["'box'", "\noops"]),
      (.emptyRegion, ["no pixel"]),
      (.textureTooLarge(width: 9000, height: 3, limit: 8192), ["9000 x 3", "8192"]),
      (.picturesTooLarge(bytes: 5000, limit: 4000), ["5000", "4000"]),
      (.tooManyRecords(texels: 70, limit: 60), ["70", "60", "CPU"]),
      (.outOfMemory(object: "a target"), ["a target"]),
      (.incompleteFramebuffer(object: "a target", status: 0x8CD6), ["a target", "0x8cd6"]),
      (.contextLost(cause: .unknown, call: "a frame"), ["a frame", "unknown"]),
      (.driverMessage(message: "slow", call: "a frame"), ["slow", "a frame"]),
      (.glError(code: 0x0502, call: "a frame"), ["GL_INVALID_OPERATION", "a frame"]),
      (.glError(code: 0x0777, call: "a frame"), ["0x777"]),
      (.eglError(code: 0x3003, call: "eglInitialize"), ["EGL_BAD_ALLOC", "eglInitialize"]),
      (.eglError(code: 0x2FFF, call: "eglInitialize"), ["0x2fff"]),
      (.eglError(code: 0x30FF, call: "eglInitialize"), ["0x30ff"]),
    ]
    for (error, parts) in errors {
      for part in parts { #expect("\(error)".contains(part), "\(error)") }
    }
  }
}
