// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import Synchronization

// The transactions of a thread. The clock and its callbacks are in `TransactionState+Clock.swift`.

/// The transactions and the clock of a thread.
final class TransactionState {
  /// The settings of a transaction.
  struct Settings {
    var duration: Double?
    var timingFunction: CAMediaTimingFunction?
    var disablesActions = false
    /// Whether layers that have a delegate ask it for actions before they are committed.
    var asksDelegates = false
    var values: [String: Any] = [:]
  }

  /// A transaction that has begun.
  private struct Open {
    var settings: Settings
    /// The group that waits for the transaction's animations; made with the first completion block.
    var group: CompletionGroup?
  }

  /// The open transactions, the innermost last. Changes outside of any transaction belong to `implicit`.
  private var open: [Open] = []
  private var implicit = Open(settings: Settings())
  /// A number above the birth of every layer that this thread has committed; 0 before the first commit.
  private(set) var committed: UInt32 = 0
  /// Changes that have begun and not ended, with the actions that run when they end.
  var changes: [LayerChange] = []

  // State of the clock, for `TransactionState+Clock.swift`.
  var time: Double = 0
  /// The time for which contents are being made.
  private var shownTime: Double?
  var lastSerial = 0
  var running: [Int: RunningAnimation] = [:]
  var calls: [() -> Void] = []
  var isCalling = false
  var sweepSize = 1024
  /// The display links that are called for frames.
  var links: [CADisplayLink] = []

  // Layers whose sublayers are still to be resized, for `CALayer+Resizing.swift`.
  var resized: [ResizedLayer] = []
  var isResizing = false

  // MARK: The state of a thread

  /// The state of this thread.
  static var current: TransactionState {
    if let found = pthread_getspecific(slot) {
      return Unmanaged<TransactionState>.fromOpaque(found).takeUnretainedValue()
    }
    let made = TransactionState()
    pthread_setspecific(slot, Unmanaged.passRetained(made).toOpaque())
    return made
  }

  private static let slot: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { state in
      if let state { Unmanaged<TransactionState>.fromOpaque(state).release() }
    }
    return key
  }()

  /// The number of commits on all threads. A new layer keeps the number: commits with a higher one came after it.
  private static let commits = Atomic<UInt32>(0)

  /// The number of commits that a new layer keeps.
  @inline(__always) static var birth: UInt32 { commits.load(ordering: .relaxed) }

  /// Whether a thread may have committed a layer; where no thread ever did, `false` at the price of a load.
  @inline(__always) static func mayHaveCommitted(_ birth: UInt32) -> Bool {
    birth < commits.load(ordering: .relaxed)
  }

  // MARK: Transactions

  /// The settings of the innermost transaction.
  var settings: Settings { open.last?.settings ?? implicit.settings }

  func change(_ change: (inout Settings) -> Void) {
    if open.isEmpty { change(&implicit.settings) } else { change(&open[open.count - 1].settings) }
  }

  private var group: CompletionGroup? {
    get { open.isEmpty ? implicit.group : open[open.count - 1].group }
    set { if open.isEmpty { implicit.group = newValue } else { open[open.count - 1].group = newValue } }
  }

  var completionBlock: (() -> Void)? { group?.block }

  /// The innermost group that waits for animations, of any open transaction.
  var waitingGroup: CompletionGroup? { open.last { $0.group != nil }?.group ?? implicit.group }

  func setCompletionBlock(_ block: (() -> Void)?) {
    // Animations that were added before belong to the block that was set before them.
    let before = group
    group = block.map { CompletionGroup($0, outer: before?.outer ?? outerGroup) }
    before?.close(self)
  }

  private var outerGroup: CompletionGroup? {
    open.isEmpty ? nil : open.dropLast().last { $0.group != nil }?.group ?? implicit.group
  }

  func begin() {
    open.append(Open(settings: settings))
  }

  func commit() {
    guard let ended = open.popLast() else { return }
    ended.group?.close(self)
    if open.isEmpty { commitAll() }
  }

  func flush() {
    if open.isEmpty { commitAll() }
  }

  /// Begins a transaction in which layers with a delegate ask it for actions, whether or not a thread has committed
  /// them.
  func beginForDelegates(completion: (() -> Void)?) {
    // Layers run actions only where a commit has happened since they were made.
    Self.commits.wrappingAdd(1, ordering: .relaxed)
    begin()
    open[open.count - 1].settings.asksDelegates = true
    setCompletionBlock(completion)
  }

  /// Ends the innermost transaction without a commit.
  func endForDelegates() {
    guard let ended = open.popLast() else { return }
    ended.group?.close(self)
    if open.isEmpty { makeCalls() }
  }

  /// Runs code that makes contents for a time: it runs no actions, and commits nothing.
  func show(_ time: Double, _ body: () -> Void) {
    let (before, depth) = (shownTime, open.count)
    shownTime = time
    begin()
    open[depth].settings.disablesActions = true
    body()
    shownTime = before
    // Transactions that the code began and did not commit end here.
    while open.count > depth, let ended = open.popLast() { ended.group?.close(self) }
  }

  /// The time that presentations show, in seconds of the time outside roots.
  var presentedTime: Double { shownTime ?? time }

  private func commitAll() {
    let ended = implicit
    implicit = Open(settings: Settings())
    ended.group?.close(self)
    committed = Self.commits.wrappingAdd(1, ordering: .relaxed).newValue
    makeCalls()
  }
}

/// The completion block of a transaction, and the number of animations that it waits for.
final class CompletionGroup {
  let block: () -> Void
  let outer: CompletionGroup?
  private var pending = 1

  init(_ block: @escaping () -> Void, outer: CompletionGroup?) {
    self.block = block
    self.outer = outer
    outer?.enter()
  }

  /// Adds one animation to wait for.
  func enter() { pending += 1 }

  /// Removes one animation to wait for; after the last one, the block is queued to be called.
  func leave(_ state: TransactionState) {
    var group: CompletionGroup? = self
    while let current = group {
      current.pending -= 1
      guard current.pending == 0 else { return }
      state.calls.append(current.block)
      group = current.outer
    }
  }

  /// Ends the additions of animations.
  func close(_ state: TransactionState) { leave(state) }
}
