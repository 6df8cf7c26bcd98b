// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry
import LaminaShaders
import LaminaSystem
import Synchronization

/// A program as a driver compiled it.
struct ProgramBinary {
  let format: GLenum
  let bytes: [UInt8]
}

/// A large program of a driver, which this process compiles for one of its contexts and keeps for the others: a film
/// has several on one device, and each would take the driver the same second or two.
///
/// Programs of earlier processes are kept by the drivers themselves, where these may write files.
struct KnownProgram: Hashable {
  private static let known = Locked<[Self: ProgramBinary]>([:])

  private let program: String
  private let reading: RecordReading
  /// The driver, by its names for itself and its device.
  private let driver: [String]

  /// A program of a device's driver; `nil` if the driver gives no programs out.
  init?(_ entry: ComputeCatalog, on device: Device) {
    guard device.givesPrograms else { return nil }
    (program, reading) = (entry.stage, device.recordReading)
    driver = [device.description.vendor, device.description.renderer, device.description.version]
  }

  /// Takes a program that another context of the driver compiled; the corresponding GL call is `glProgramBinary`.
  ///
  /// - Returns: `false` if none has, or the driver does not accept it.
  func load(into program: GLuint, on device: Device) -> Bool {
    guard let binary = Self.known.withLock({ $0[self] }) else { return false }
    let shaders = device.gl.shaders
    binary.bytes.withUnsafeBytes { shaders.programBinary(program, binary.format, $0.baseAddress, GLsizei($0.count)) }
    var isLinked: GLint = 0
    shaders.getProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
    if isLinked != GL_TRUE {
      // An error of a binary is none of the program's, which is compiled instead.
      device.forgetErrors()
      Self.known.withLock { $0[self] = nil }
    }
    return isLinked == GL_TRUE
  }

  /// Keeps a linked program; the corresponding GL call is `glGetProgramBinary`.
  func keep(_ program: GLuint, on device: Device) {
    let shaders = device.gl.shaders
    var length: GLint = 0
    shaders.getProgramiv(program, GLenum(GL_PROGRAM_BINARY_LENGTH), &length)
    guard length > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    var (written, format): (GLsizei, GLenum) = (0, 0)
    bytes.withUnsafeMutableBytes { shaders.getProgramBinary(program, length, &written, &format, $0.baseAddress) }
    guard written > 0 else { return device.forgetErrors() }
    let binary = ProgramBinary(format: format, bytes: Array(bytes.prefix(Int(written))))
    Self.known.withLock { $0[self] = binary }
  }
}
