// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The names under which the driver's libraries are opened.
///
/// The libraries are not linked, so that the CPU renderer works without them.
package struct GPULibraries: Sendable {
  /// EGL, which finds devices and makes contexts.
  package var egl = "libEGL.so.1"
  /// OpenGL ES, for functions that EGL does not provide.
  package var gles = "libGLESv2.so.2"
  /// Buffers on a render node, the last resort; may be missing.
  package var gbm = "libgbm.so.1"
  /// A substitute for functions of EGL and OpenGL ES, by name: the closure receives the driver's own address and
  /// returns the address to call.
  ///
  /// Tests use it to simulate a driver with other limits, or a driver that is reset. It is called on the thread of the
  /// context.
  package var substitute: @Sendable (_ name: String, _ original: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    {
      $1
    }

  /// The names every Linux distribution uses.
  package init() {}
}

/// A shared library that was opened at run time. It stays open, since drivers do not support unloading well.
struct DynamicLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  init(_ name: String) throws(GPUError) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      let reason = dlerror().map { String(cString: $0) } ?? "unknown reason"
      throw .libraryMissing(name: name, reason: reason.replacingOccurrences(of: "\(name): ", with: ""))
    }
    self.handle = handle
  }

  /// The address of a function, or `nil`.
  func address(of name: String) -> UnsafeMutableRawPointer? {
    dlsym(handle, name)
  }

  /// The loader's text if a library cannot be opened, or `nil` if it can.
  static func error(opening name: String) -> String? {
    if dlopen(name, RTLD_LAZY | RTLD_LOCAL) != nil { return nil }
    return dlerror().map { String(cString: $0) } ?? "unknown reason"
  }
}

/// A place to look functions up by name.
struct FunctionLoader {
  /// Counts the calls of the counted functions that this library found.
  let calls = CallCounter()
  /// Returns the address of a function, or `nil`.
  let address: (String) -> UnsafeMutableRawPointer?

  init(address: @escaping (String) -> UnsafeMutableRawPointer?) { self.address = address }

  /// The function `name`, as the requested C function type.
  func function<Function>(_ name: String) throws(GPUError) -> Function {
    guard let address = address(name) else { throw .functionMissing(name: name) }
    return unsafeBitCast(address, to: Function.self)
  }

  /// The function `name`, each call of which is counted.
  func counted<Function>(_ name: String) throws(GPUError) -> Counted<Function> {
    Counted(try function(name), by: calls)
  }

  /// The first function of `names` that exists, each call of which is counted.
  ///
  /// - Parameter isThere: Whether the driver reports that it has the function.
  func counted<Function>(_ names: String..., isThere: Bool) -> CountedWhereKnown<Function> {
    let address = isThere ? names.lazy.compactMap(self.address).first : nil
    return CountedWhereKnown(address.map { unsafeBitCast($0, to: Function.self) }, by: calls)
  }

  /// The first function of `names` that exists, or `nil`.
  func optional<Function>(_ names: String...) -> Function? {
    for name in names {
      if let address = address(name) { return unsafeBitCast(address, to: Function.self) }
    }
    return nil
  }
}
