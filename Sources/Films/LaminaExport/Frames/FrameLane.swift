// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaSystem
import Synchronization

/// What a film's lanes counted together.
struct LaneCounters: Sendable {
  var planned = 0
  var drawn = 0
  var repeated = 0
  /// How often a device was lost and another one taken.
  var replacedDrawers = 0
  /// How often a worker was lost and another one took its frame.
  var replacedWorkers = 0
  var diagnostics: [Diagnostic] = []
}

/// One thread that plans and draws frames of a farm until there are none.
final class FrameLane<Product: Sendable>: @unchecked Sendable {
  /// Makes the product of a frame that was drawn.
  typealias Encode = @Sendable (_ number: Int, _ pixels: FramePixels) throws(ExportError) -> Product

  private let index: Int
  private let farm: FrameFarm<FrameTask, Product>
  private let options: RenderOptions
  /// What all frames must measure; `nil` where any size will do.
  private let size: PixelSize?
  private let layout: FrameLayout?
  private let factory: DrawerFactory
  private let encode: Encode
  /// Where frames are encoded; on this thread where there is none.
  private let encoders: JobQueue?
  private let counters: SharedCounters
  private let isMadeAnew: @Sendable (Int) -> Bool
  private let drawnPart: (@Sendable (Int) -> PixelRect)?
  private var drawer: (any FrameDrawer)?
  /// What was recorded for the last frame that this lane planned: the one before, or one that another lane's frames lie
  /// between.
  private let recording = RetainedRecording()
  /// Frames that have begun, oldest first, with whether they were tried before.
  private var begun: [(ticket: FrameTicket<FrameTask>, frame: PlannedFrame, isRetried: Bool)] = []

  init(
    _ index: Int, of farm: FrameFarm<FrameTask, Product>, options: RenderOptions, size: PixelSize?,
    layout: FrameLayout?,
    factory: @escaping DrawerFactory, encoders: JobQueue?, counters: SharedCounters,
    isMadeAnew: @escaping @Sendable (Int) -> Bool = { _ in false },
    drawnPart: (@Sendable (Int) -> PixelRect)? = nil, encode: @escaping Encode
  ) {
    self.index = index
    self.farm = farm
    self.options = options
    self.size = size
    self.layout = layout
    self.factory = factory
    self.encoders = encoders
    self.counters = counters
    self.isMadeAnew = isMadeAnew
    self.drawnPart = drawnPart
    self.encode = encode
  }

  /// Starts the thread.
  func start() {
    JobQueue.start("lamina.lane.\(index)") { self.run() }
  }

  private func run() {
    while true {
      if let ticket = farm.next(waits: begun.isEmpty) {
        take(ticket)
      } else if begun.isEmpty {
        break
      } else {
        endOldest()
      }
    }
    // A device goes on the thread that used it.
    drawer = nil
  }

  private func take(_ ticket: FrameTicket<FrameTask>) {
    do throws(RenderError) {
      let plan =
        switch ticket.task.look {
        case .planned(let plan): plan
        case .copied(let tree, let before):
          try RenderPlan(tree, since: before, options: options, keeping: recording)
        }
      let frame = PlannedFrame(plan: plan)
      counters.add { $0.planned += 1 }
      counters.note(plan.diagnostics)
      if let size, plan.canvas != size {
        _ = farm.isRepeated(ticket, nil)
        let error = ExportError.frameSize(frame: ticket.task.number, size: plan.canvas, expected: size)
        return farm.deliver(.failure(error), for: ticket)
      }
      if farm.isRepeated(ticket, .planned(frame)), !isMadeAnew(ticket.task.number) {
        counters.add { $0.repeated += 1 }
        return farm.deliver(.success(.repeated), for: ticket)
      }
      let part = drawnPart?(ticket.task.number)
      begun.append((ticket, part.map(frame.cut(to:)) ?? frame, false))
    } catch {
      _ = farm.isRepeated(ticket, nil)
      return farm.deliver(.failure(.rendering(frame: ticket.task.number, error)), for: ticket)
    }
    begin(from: begun.count - 1)
    while let drawer, begun.count >= drawer.capacity { endOldest() }
  }

  /// Begins the frames from a place of `begun` on.
  private func begin(from place: Int) {
    var place = place
    while place < begun.count {
      do throws(RenderError) {
        let current: any FrameDrawer
        if let drawer { current = drawer } else { current = try factory(index, layout) }
        drawer = current
        try current.begin(begun[place].frame)
        place += 1
      } catch {
        fail(place, error)
        // What the old drawer had begun is gone with it. Each failure marks or removes a frame, so this ends.
        place = 0
      }
    }
  }

  private func endOldest() {
    guard let drawer, let oldest = begun.first else { return }
    let pixels: FramePixels
    do throws(RenderError) {
      pixels = try drawer.end()
    } catch {
      fail(0, error)
      return begin(from: 0)
    }
    begun.removeFirst()
    counters.add { $0.drawn += 1 }
    let (encode, number) = (encode, oldest.ticket.task.number)
    farm.deliver(for: oldest.ticket, on: encoders) { () throws(ExportError) in try encode(number, pixels) }
  }

  /// After a failure of the frame at `place`: a lost device is replaced once a frame, anything else fails the frame.
  private func fail(_ place: Int, _ error: RenderError) {
    drawer = nil
    if case .gpu(.contextLost) = error, !begun[place].isRetried {
      begun[place].isRetried = true
      return counters.add { $0.replacedDrawers += 1 }
    }
    let ticket = begun.remove(at: place).ticket
    farm.deliver(.failure(.rendering(frame: ticket.task.number, error)), for: ticket)
  }
}

/// Counters that lanes share.
final class SharedCounters: Sendable {
  private let state = Locked((counters: LaneCounters(), seen: Set<Diagnostic>()))

  /// What was counted so far.
  var value: LaneCounters { state.withLock { $0.counters } }

  func add(_ body: (inout LaneCounters) -> Void) {
    state.withLock { body(&$0.counters) }
  }

  /// Keeps diagnostics, each once.
  func note(_ diagnostics: [Diagnostic]) {
    guard !diagnostics.isEmpty else { return }
    state.withLock { state in
      for diagnostic in diagnostics where state.seen.insert(diagnostic).inserted {
        state.counters.diagnostics.append(diagnostic)
      }
    }
  }
}
