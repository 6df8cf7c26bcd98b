// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// The functions of `GL_EXT_disjoint_timer_query` that a frame needs.
struct GLTimerFunctions {
  @Counted var genQueries: GLObjectFunctions.Generate
  @Counted var deleteQueries: GLObjectFunctions.Delete
  @Counted var beginQuery: @convention(c) (GLenum, GLuint) -> Void
  @Counted var endQuery: @convention(c) (GLenum) -> Void
  @Counted var getQueryObjectui64v: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLuint64>) -> Void

  init?(_ loader: FunctionLoader) {
    do throws(GPUError) {
      _genQueries = try loader.counted("glGenQueriesEXT")
      _deleteQueries = try loader.counted("glDeleteQueriesEXT")
      _beginQuery = try loader.counted("glBeginQueryEXT")
      _endQuery = try loader.counted("glEndQueryEXT")
      _getQueryObjectui64v = try loader.counted("glGetQueryObjectui64vEXT")
    } catch {
      return nil
    }
  }
}

/// Measures the drawing time of a frame by the device's own clock.
final class FrameTimer {
  private let name: OwnedName<TimerQueryObject>
  private let functions: GLTimerFunctions
  private let device: Device

  /// - Returns: `nil` where the device has no timer, or a meaningless one: a software renderer reports that a frame was
  ///   done before it began.
  init?(on device: Device) {
    guard let timers = device.gl.extensions.timers, device.description.isHardware else { return nil }
    functions = timers
    self.device = device
    name = OwnedName(on: device)
  }

  /// Starts the measurement. The corresponding GL call is `glBeginQueryEXT`.
  func begin() {
    functions.beginQuery(GLenum(GL_TIME_ELAPSED_EXT), name.rawValue)
  }

  /// Stops the measurement. The corresponding GL call is `glEndQueryEXT`.
  func end() {
    functions.endQuery(GLenum(GL_TIME_ELAPSED_EXT))
  }

  /// The measured time; waits until the device is done.
  ///
  /// - Returns: Seconds; `nil` if the clock jumped meanwhile, for instance because the device changed its frequency.
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
