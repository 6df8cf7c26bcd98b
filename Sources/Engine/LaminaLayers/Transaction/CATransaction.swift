// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// The key of a transaction's duration, a number of seconds.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of a transaction's timing function.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of whether a transaction leaves actions out.
public let kCATransactionDisableActions = "disableActions"
/// The key of a transaction's completion block.
public let kCATransactionCompletionBlock = "completionBlock"

/// Groups changes, and sets how the changes animate that animate by themselves.
///
/// Once a layer that is in a tree has been committed, changes of its animatable properties animate, for a quarter of a
/// second unless the transaction sets another duration. A layer is committed by the first ``commit()`` or ``flush()``
/// of the thread after it was made, or when the thread's ``MediaClock`` moves. Until then, and in programs that never
/// do any of these, changes take effect at once.
///
///     CATransaction.flush()
///     CATransaction.begin()
///     CATransaction.setAnimationDuration(1)
///     CATransaction.setCompletionBlock { print("there") }
///     ball.position = CGPoint(x: 200, y: 40)
///     CATransaction.commit()
///     MediaClock.time = 1  // prints
///
/// Transactions belong to a thread, as the clock does. A transaction inside another has its settings until it sets its
/// own.
///
/// - Conformance: TIME-10
public final class CATransaction: NSObject {
  /// The duration of animations that have none, where no transaction sets one.
  static let defaultDuration = 0.25

  /// Begins a transaction inside the one before.
  public static func begin() { TransactionState.current.begin() }

  /// Ends the innermost transaction. Without a transaction nothing happens.
  ///
  /// When the outermost transaction ends, waiting delegates and completion blocks are called.
  public static func commit() { TransactionState.current.commit() }

  /// Commits the changes outside of any transaction; inside one, they are committed when it ends.
  public static func flush() { TransactionState.current.flush() }

  /// Does nothing: a tree belongs to one thread at a time.
  public static func lock() {}
  /// Does nothing.
  public static func unlock() {}

  /// The duration of animations that have none of their own, in seconds. Default 0.25.
  public static func animationDuration() -> CFTimeInterval {
    TransactionState.current.settings.duration ?? defaultDuration
  }

  /// Sets the duration of animations that have none of their own.
  ///
  /// - Parameter dur: Seconds. With 0 changes take effect at once; a negative number and NaN stand for the default.
  public static func setAnimationDuration(_ dur: CFTimeInterval) {
    TransactionState.current.change { $0.duration = dur >= 0 ? dur : nil }
  }

  /// The timing function of implicit animations; `nil` leaves them their own, `default`.
  public static func animationTimingFunction() -> CAMediaTimingFunction? {
    TransactionState.current.settings.timingFunction
  }

  /// Sets the timing function of implicit animations.
  public static func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    TransactionState.current.change { $0.timingFunction = function }
  }

  /// Whether changes run no actions. Default `false`.
  public static func disableActions() -> Bool { TransactionState.current.settings.disablesActions }

  /// Sets whether changes run no actions.
  public static func setDisableActions(_ flag: Bool) {
    TransactionState.current.change { $0.disablesActions = flag }
  }

  /// The block that is called when the transaction's animations have ended.
  public static func completionBlock() -> (() -> Void)? { TransactionState.current.completionBlock }

  /// Sets the block that is called when all animations have ended, or were removed, that are added to this transaction
  /// from now on, transactions inside it included.
  ///
  /// Without such animations it is called when the transaction ends; otherwise while the clock moves.
  public static func setCompletionBlock(_ block: (() -> Void)?) { TransactionState.current.setCompletionBlock(block) }

  /// The value of a setting by its key, or any other value that was kept in the transaction.
  public static func value(forKey key: String) -> Any? {
    switch key {
    case kCATransactionAnimationDuration: animationDuration()
    case kCATransactionAnimationTimingFunction: animationTimingFunction()
    case kCATransactionDisableActions: disableActions()
    case kCATransactionCompletionBlock: completionBlock()
    default: TransactionState.current.settings.values[key]
    }
  }

  /// Sets a setting by its key, or keeps any other value in the transaction. A setting of another type is ignored.
  public static func setValue(_ anObject: Any?, forKey key: String) {
    let number = LayerValue(anObject, as: .number(.double)).flatMap { Double($0) }
    switch key {
    case kCATransactionAnimationDuration: if let number { setAnimationDuration(number) }
    case kCATransactionAnimationTimingFunction: setAnimationTimingFunction(anObject as? CAMediaTimingFunction)
    case kCATransactionDisableActions: if let number { setDisableActions(number != 0) }
    case kCATransactionCompletionBlock: setCompletionBlock(anObject as? () -> Void)
    default: TransactionState.current.change { $0.values[key] = anObject }
    }
  }
}
