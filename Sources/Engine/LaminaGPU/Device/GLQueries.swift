// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry

/// The functions that describe a context: all that a probe of a device needs.
struct GLQueries {
  @Counted var getString: @convention(c) (GLenum) -> UnsafePointer<UInt8>?
  @Counted var getStringi: @convention(c) (GLenum, GLuint) -> UnsafePointer<UInt8>?
  @Counted var getIntegerv: @convention(c) (GLenum, UnsafeMutablePointer<GLint>) -> Void

  init(_ loader: FunctionLoader) throws(GPUError) {
    _getString = try loader.counted("glGetString")
    _getStringi = try loader.counted("glGetStringi")
    _getIntegerv = try loader.counted("glGetIntegerv")
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

  /// The names of the extensions. Every driver of OpenGL ES 3.1 has some, so a driver that reports none, or not all,
  /// has failed: drawing without the missing extensions would give other pictures.
  func extensions() throws(GPUError) -> Set<String> {
    let count = integer(GL_NUM_EXTENSIONS)
    var names: Set<String> = []
    for index in 0..<max(0, count) {
      guard let name = getStringi(GLenum(GL_EXTENSIONS), GLuint(index)) else {
        throw .unanswered(what: "all of its extensions")
      }
      names.insert(String(cString: name))
    }
    guard !names.isEmpty else { throw .unanswered(what: "its extensions") }
    return names
  }

  /// A limit, which is above 0 with every driver.
  func limit(_ name: Int32, _ what: String) throws(GPUError) -> Int {
    let value = integer(name)
    guard value > 0 else { throw .unanswered(what: what) }
    return value
  }
}
