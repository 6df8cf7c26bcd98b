// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaLayers
internal import LaminaSystem
internal import Synchronization

/// The classes that archives can name: Foundation on Linux ends the process for any other class.
enum ArchiveNames {
  /// The classes that have been reported already.
  private static let told = Locked<Set<String>>([])

  /// Returns the class of an object, or its stand-in where archives cannot name that class or a superclass of it.
  static func nearest(to object: NSObject, or standIn: () -> AnyClass) -> AnyClass {
    let own: AnyClass = type(of: object)
    var next: AnyClass? = own
    while let current = next {
      guard canName(current) else {
        let name = String(reflecting: own)
        if told.withLock({ $0.insert(name).inserted }) { CALayer.archiveFailureHandler(.unnamedClass(name)) }
        return standIn()
      }
      next = _getSuperclass(current)
    }
    return own
  }

  /// Whether a class is a plain one of a module: not private, not generic, not nested in another or in a function.
  private static func canName(_ type: AnyClass) -> Bool {
    let parts = String(reflecting: type).split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
  }
}
