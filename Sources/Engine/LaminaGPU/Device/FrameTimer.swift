// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// The functions of `GL_EXT_disjoint_timer_query` that a frame needs.
struct GLTimerFunctions {
  let genQueries: GLObjectFunctions.Generate
  let deleteQueries: GLObjectFunctions.Delete
  let beginQuery: @convention(c) (GLenum, GLuint) -> Void
  let endQuery: @convention(c) (GLenum) -> Void
  let getQueryObjectui64v: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLuint64>) -> Void

  init?(_ loader: FunctionLoader) {
    guard
      let genQueries: GLObjectFunctions.Generate = loader.optional("glGenQueriesEXT"),
      let deleteQueries: GLObjectFunctions.Delete = loader.optional("glDeleteQueriesEXT"),
      let beginQuery: @convention(c) (GLenum, GLuint) -> Void = loader.optional("glBeginQueryEXT"),
      let endQuery: @convention(c) (GLenum) -> Void = loader.optional("glEndQueryEXT"),
      let getQueryObjectui64v: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLuint64>) -> Void =
        loader.optional("glGetQueryObjectui64vEXT")
    else { return nil }
    self.genQueries = genQueries
    self.deleteQueries = deleteQueries
    self.beginQuery = beginQuery
    self.endQuery = endQuery
    self.getQueryObjectui64v = getQueryObjectui64v
  }
}

/// Measures by the device's own clock how long it draws.
final class FrameTimer {
  private let name: OwnedName<TimerQueryObject>
  private let functions: GLTimerFunctions
  private let device: Device

  /// - Returns: `nil` where the device has no such clock, or one that says nothing: a renderer in software says that it
  ///   was done before it began.
  init?(on device: Device) {
    guard let timers = device.gl.extensions.timers, device.description.isHardware else { return nil }
    functions = timers
    self.device = device
    name = OwnedName(on: device)
  }

  /// Starts it. The corresponding GL call is `glBeginQueryEXT`.
  func begin() {
    functions.beginQuery(GLenum(GL_TIME_ELAPSED_EXT), name.rawValue)
  }

  /// Stops it. The corresponding GL call is `glEndQueryEXT`.
  func end() {
    functions.endQuery(GLenum(GL_TIME_ELAPSED_EXT))
  }

  /// The time between, once the device is done; waits for that.
  ///
  /// - Returns: Seconds; `nil` where the clock jumped meanwhile, as when the device changed its frequency.
  func seconds() -> Double? {
    var nanoseconds: GLuint64 = 0
    functions.getQueryObjectui64v(name.rawValue, GLenum(GL_QUERY_RESULT_EXT), &nanoseconds)
    return device.integer(GL_GPU_DISJOINT_EXT) == 0 ? Double(nanoseconds) * 1e-9 : nil
  }
}

/// A timer query. The corresponding GL call is `glGenQueriesEXT`.
enum TimerQueryObject: GLObject {
  static var identifier: GLenum { GLenum(GL_QUERY_KHR) }
  static func generate(_ gl: GLFunctions) -> GLuint { gl.extensions.timers.map { one($0.genQueries) } ?? 0 }
  static func delete(_ gl: GLFunctions, _ name: GLuint) {
    if let timers = gl.extensions.timers { one(timers.deleteQueries, name) }
  }
}
