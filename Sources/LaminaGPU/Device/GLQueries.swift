// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry

/// The few functions that say what a context is, all that a probe of a device needs.
struct GLQueries {
  let getString: @convention(c) (GLenum) -> UnsafePointer<UInt8>?
  let getStringi: @convention(c) (GLenum, GLuint) -> UnsafePointer<UInt8>?
  let getIntegerv: @convention(c) (GLenum, UnsafeMutablePointer<GLint>) -> Void

  init(_ loader: FunctionLoader) throws(GPUError) {
    getString = try loader.function("glGetString")
    getStringi = try loader.function("glGetStringi")
    getIntegerv = try loader.function("glGetIntegerv")
  }

  func string(_ name: Int32) -> String {
    getString(GLenum(name)).map { String(cString: $0) } ?? ""
  }

  func integer(_ name: Int32) -> Int {
    // Two, because GL_MAX_VIEWPORT_DIMS writes two.
    var values: [GLint] = [0, 0]
    getIntegerv(GLenum(name), &values)
    return Int(values[0])
  }

  func extensions() -> Set<String> {
    let count = integer(GL_NUM_EXTENSIONS)
    var names: Set<String> = []
    for index in 0..<max(0, count) {
      if let name = getStringi(GLenum(GL_EXTENSIONS), GLuint(index)) { names.insert(String(cString: name)) }
    }
    return names
  }
}
