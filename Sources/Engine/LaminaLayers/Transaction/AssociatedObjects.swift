// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGraphics
import LaminaSystem
internal import Synchronization

// Values that programs for Apple's platforms associate with objects besides their properties, mostly in extensions. On
// those platforms the Objective-C runtime provides these functions.

/// The way in which an associated value is kept, by the Objective-C runtime's names.
public enum objc_AssociationPolicy: UInt, Sendable {
  /// The object is not retained: the value becomes `nil` when the object is released.
  case OBJC_ASSOCIATION_ASSIGN = 0
  /// The object is retained.
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  /// A copy is retained, where the object can be copied.
  case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
  /// The object is retained.
  case OBJC_ASSOCIATION_RETAIN = 769
  /// A copy is retained, where the object can be copied.
  case OBJC_ASSOCIATION_COPY = 771
}

/// Associates a value with an object under a key.
///
/// The value lasts as long as the object. The values of a released object are released later, when other objects get
/// values, since nothing reports the object's end; so a `deinit` of such a value may run late. Any thread may call
/// this.
///
/// - Parameters:
///   - object: An object of a class. Nothing is kept for other values.
///   - key: An address; the address of a global or static variable, `&key`, is always the same.
///   - value: The value; `nil` removes the present one.
///   - policy: The way in which the value is kept.
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  AssociatedObjects.set(object as AnyObject, UInt(bitPattern: key), value.map { AssociatedObjects.Value($0, policy) })
}

/// Returns the value that is associated with an object under a key; `nil` without a value.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  AssociatedObjects.value(object as AnyObject, UInt(bitPattern: key))
}

/// Removes all values that are associated with an object.
public func objc_removeAssociatedObjects(_ object: Any) {
  AssociatedObjects.removeAll(object as AnyObject)
}

/// The values of all objects.
private enum AssociatedObjects {
  struct Value {
    private let kept: Any?
    private weak var object: AnyObject?

    init(_ value: Any, _ policy: objc_AssociationPolicy) {
      switch policy {
      case .OBJC_ASSOCIATION_ASSIGN: (kept, object) = (nil, value as AnyObject)
      case .OBJC_ASSOCIATION_RETAIN, .OBJC_ASSOCIATION_RETAIN_NONATOMIC: kept = value
      case .OBJC_ASSOCIATION_COPY, .OBJC_ASSOCIATION_COPY_NONATOMIC: kept = (value as? any NSCopying)?.copy() ?? value
      }
    }

    var current: Any? { kept ?? object }
  }

  /// The values of one object. They count for nothing once the object was released and another one may have its
  /// address.
  private struct Owner {
    weak var object: AnyObject?
    var values: [UInt: Value] = [:]
  }

  /// The values belong to the threads of the objects; the lock guards the table alone.
  private struct Table: @unchecked Sendable {
    var owners: [ObjectIdentifier: Owner] = [:]
    /// The number of owners from which on a search for released objects is worthwhile.
    var limit = 64

    /// Removes owners whose object was released, now and then, and returns them, so that their values end outside of
    /// the lock. Objects that were checked are returned too, since all other references to one may have ended in the
    /// meantime.
    mutating func sweep() -> [Any] {
      guard owners.count >= limit else { return [] }
      var looked: [Any] = []
      for (place, owner) in owners {
        if let object = owner.object {
          looked.append(object)
        } else {
          looked.append(owner)
          owners[place] = nil
        }
      }
      limit = max(64, 2 * owners.count)
      return looked
    }
  }

  private static let table = Locked(Table())

  static func set(_ object: AnyObject, _ key: UInt, _ value: Value?) {
    nonisolated(unsafe) let (object, value) = (object, value)
    // The release of the replaced value may end an object whose `deinit` calls back, so it happens outside of the lock.
    let ended = table.withLock { table in
      let place = ObjectIdentifier(object)
      var owner = table.owners[place] ?? Owner(object: object)
      var ended: [Any] = [owner.values[key] as Any]
      if owner.object !== object {
        ended.append(owner)
        owner = Owner(object: object)
      }
      owner.values[key] = value
      table.owners[place] = owner.values.isEmpty ? nil : owner
      return Ended(values: ended + table.sweep())
    }
    withExtendedLifetime(ended) {}
  }

  static func value(_ object: AnyObject, _ key: UInt) -> Any? {
    nonisolated(unsafe) let object = object
    return table.withLock { table in
      guard let owner = table.owners[ObjectIdentifier(object)], owner.object === object else {
        return Ended(values: [])
      }
      return Ended(values: owner.values[key]?.current.map { [$0] } ?? [])
    }.values.first
  }

  static func removeAll(_ object: AnyObject) {
    nonisolated(unsafe) let object = object
    let ended = table.withLock { table in
      Ended(values: [table.owners.removeValue(forKey: ObjectIdentifier(object)) as Any])
    }
    withExtendedLifetime(ended) {}
  }

  /// Values that are carried out of the lock.
  private struct Ended: @unchecked Sendable {
    let values: [Any]
  }
}
