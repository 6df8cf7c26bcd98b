// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

// Classes declare the members of secure coding in their bodies, where subclasses override them. The code behind the
// members is in QuartzCore, since nothing that draws needs it: `import QuartzCore` links it, and Foundation finds it by
// its name.

/// A layer, an animation or an emitter cell, as archives see it.
package protocol Archivable: NSObject {
  /// The properties of the object's class.
  var keyTable: LayerKeyTable { get }
  /// The values that were set under keys that are no properties.
  var storedValues: [String: Any] { get }
  /// Keeps a value under a key that is no property, without running actions.
  func keep(_ value: Any?, forKey key: String)
  /// Whether an archive gets the value of a key.
  func shouldArchiveValue(forKey key: String) -> Bool
}

/// The code behind the members of secure coding.
package protocol SecureCoding: SendableMetatype {
  /// Writes an object into an archive.
  static func encode(_ object: any Archivable, with coder: NSCoder)

  /// Sets the values of an archive on a new object.
  ///
  /// - Returns: Whether the object is to be used; `false` after an error, if the decoder accepts errors.
  static func decode(_ object: any Archivable, with coder: NSCoder) -> Bool

  /// Whether the value of a key is not the default.
  static func isChanged(_ key: String, of object: any Archivable) -> Bool

  /// Returns the class that an archive names.
  static func archivedClass(of object: any Archivable) -> AnyClass
}

extension Archivable {
  /// QuartzCore's code, or the code that refuses where a program does not link QuartzCore.
  package var coding: any SecureCoding.Type { linkedCoding }
}

private let linkedCoding: any SecureCoding.Type =
  NSClassFromString("QuartzCore.KeyedCoding") as? any SecureCoding.Type ?? RefusedCoding.self

/// Secure coding in a program without QuartzCore: an error of the coder, and a line on standard error.
package enum RefusedCoding: SecureCoding {
  private struct Refusal: Error, CustomStringConvertible {
    var description: String { "archives of layers need the module QuartzCore, which this program does not link" }
  }

  package static func encode(_ object: any Archivable, with coder: NSCoder) { refuse(coder) }

  package static func decode(_ object: any Archivable, with coder: NSCoder) -> Bool {
    refuse(coder)
    return coder.decodingFailurePolicy != .setErrorAndReturn
  }

  package static func isChanged(_ key: String, of object: any Archivable) -> Bool { false }

  package static func archivedClass(of object: any Archivable) -> AnyClass { type(of: object) }

  private static func refuse(_ coder: NSCoder) {
    FileHandle.standardError.write(Data("lamina: \(Refusal())\n".utf8))
    coder.fail(Refusal())
  }
}

extension NSCoder {
  /// Ends coding with an error, if the coder accepts errors.
  package func fail(_ error: any Error) {
    if let archiver = self as? NSKeyedArchiver {
      archiver.error = error
    } else if decodingFailurePolicy == .setErrorAndReturn {
      failWithError(error)
    }
  }
}
