// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import Lamina
package import LaminaGeometry
package import LaminaGraphics
package import LaminaPlan
import LaminaSystem
import Synchronization

/// Makes the frames of one lane; used by its thread.
package protocol FrameMaker<Task>: AnyObject, Sendable {
  /// A frame to make.
  associatedtype Task: FrameNumbered
  /// Opens what draws planned frames; `nil` if frames come drawn.
  var factory: DrawerFactory? { get }
  /// Plans a frame, or has it drawn.
  ///
  /// - Parameters:
  ///   - task: The frame.
  ///   - layout: The layout of pixels that are drawn elsewhere by a device that can make it; `nil` for pictures.
  ///   - part: The part of a frame that is drawn elsewhere, pixels of its canvas; `nil` for all of it.
  func make(_ task: Task, layout: FrameLayout?, part: PixelRect?) throws(ExportError) -> MadeFrame
  /// Whether the maker, and not the frame, is the reason for a failure, so that another lane may make the frame.
  func isOver(after error: ExportError) -> Bool
}

extension FrameMaker {
  /// `false`: a failure is the frame's own.
  package func isOver(after error: ExportError) -> Bool { false }
}

/// A frame that was planned here, or drawn elsewhere.
package struct MadeFrame: Sendable {
  /// The plan or the pixels.
  package var look: FrameLook
  /// The size of the canvas, or of the part that was drawn.
  package var size: PixelSize
  /// Content that the frame asks for and does not show, and content lost when it was drawn.
  package var diagnostics: [Diagnostic]
  /// Whether the worker that drew it was lost, and the frame was drawn again.
  package var isRedrawn = false

  /// Makes a frame that was drawn elsewhere.
  package init(pixels: FramePixels, size: PixelSize, diagnostics: [Diagnostic]) {
    (look, self.size, self.diagnostics) = (.drawn(pixels), size, diagnostics)
  }

  /// Makes a frame that was planned.
  init(_ plan: RenderPlan) {
    (look, size, diagnostics) = (.planned(plan), plan.canvas, plan.diagnostics)
  }
}

/// The facts about a frame before it is drawn: enough to see whether it looks as the one before.
package enum FrameLook: Sendable {
  /// The content to draw.
  case planned(RenderPlan)
  /// The drawn frame, if it was drawn elsewhere.
  case drawn(FramePixels)

  /// Whether both look the same, to the last byte.
  func isSame(as other: FrameLook) -> Bool {
    switch (self, other) {
    case (.planned(let own), .planned(let other)): own.drawsSame(as: other)
    case (.drawn(.image(let own)), .drawn(.image(let other))):
      own === other
        || own.width == other.width && own.height == other.height && own.premultipliedRGBA == other.premultipliedRGBA
    case (.drawn(.bytes(let own)), .drawn(.bytes(let other))): own.bytes == other.bytes
    default: false
    }
  }
}

/// The pixels of a frame.
package enum FramePixels: Sendable {
  /// Premultiplied RGBA.
  case image(CGImage)
  /// Bytes in the layout that the film needs; see ``FrameLayout``.
  case bytes(PixelBytes)
}

/// Draws the frames of one lane, on one thread.
///
/// Drawing has two halves, so that a device can draw a frame while the one before is read back.
package protocol FrameDrawer: AnyObject {
  /// The largest number of frames that have begun and not ended.
  var capacity: Int { get }
  /// Begins a frame.
  func begin(_ plan: RenderPlan) throws(RenderError)
  /// Ends the oldest frame that has begun, and returns its pixels.
  func end() throws(RenderError) -> FramePixels
}

/// Makes the drawer of a lane, and a new one after a device was lost. Devices return pixels in `layout`, if they can.
package typealias DrawerFactory = @Sendable (_ lane: Int, _ layout: FrameLayout?) throws(RenderError) -> any FrameDrawer

/// Draws each frame at once, with a renderer of its own.
package final class PlainDrawer: FrameDrawer {
  package let capacity = 1
  private let renderer: Renderer
  private let options: RenderOptions
  /// The planes of the previous frame; `nil` if the drawer returns pictures.
  private var planes: KeptPlanes?
  private var done: FramePixels?

  /// Makes a drawer with a renderer and the options that frames are planned with.
  ///
  /// - Parameter layout: The layout of planes to return; pictures are returned for other layouts and for `nil`.
  package init(_ renderer: Renderer, options: RenderOptions, layout: FrameLayout? = nil) {
    self.renderer = renderer
    self.options = options
    planes =
      switch layout {
      case .yuv420: KeptPlanes(hasAlpha: false)
      case .yuva420: KeptPlanes(hasAlpha: true)
      case .rgba, nil: nil
      }
  }

  package func begin(_ plan: RenderPlan) throws(RenderError) {
    let drawn = try renderer.render(plan, options: options)
    // Planes start at the corner of the drawn region, which may be a part of the canvas.
    let damage = drawn.damage?.mapped { $0.moved(from: plan.region) }
    done = (planes?.bytes(of: drawn.image, damage: damage)).map(FramePixels.bytes) ?? .image(drawn.image)
  }

  package func end() throws(RenderError) -> FramePixels {
    guard let done else { preconditionFailure("no frame was begun") }
    self.done = nil
    return done
  }
}

/// The counters of all lanes of a film.
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

/// The settings of all lanes of an export.
struct LaneTerms<Product: Sendable> {
  /// Makes the product of a frame that was drawn.
  typealias Encode = @Sendable (_ number: Int, _ pixels: FramePixels) throws(ExportError) -> Product

  /// The size of all frames; `nil` where any size is right.
  var size: PixelSize?
  /// How pixels are wanted, where a device can make them so; `nil` for pictures.
  var layout: FrameLayout?
  /// Where frames are encoded; on the lane's own thread where there is none.
  var encoders: JobQueue?
  var counters: SharedCounters
  /// Held by the lane that opens a drawer.
  let opening = NSLock()
  /// Whether a frame is made also where it shows what the one before shows: its bytes are other ones.
  var isMadeAnew: @Sendable (_ number: Int) -> Bool = { _ in false }
  /// Which part of a frame is drawn, pixels of the canvas; `nil` for all of it.
  var drawnPart: (@Sendable (_ number: Int) -> PixelRect)?
  var encode: Encode
}

/// One thread that makes frames of a farm until there are none.
final class FrameLane<Task: FrameNumbered, Product: Sendable>: @unchecked Sendable {
  private let index: Int
  private let farm: FrameFarm<Task, Product>
  private let terms: LaneTerms<Product>
  private var maker: (any FrameMaker<Task>)?
  private var drawer: (any FrameDrawer)?
  /// Frames that have begun to be drawn, oldest first.
  private var begun: [FrameTicket<Task>] = []
  /// Whether this lane has left its frames to the others.
  private var hasLeft = false
  private var thread: JobQueue?
  /// Whether frames are drawn in this process, and not by a worker.
  let drawsHere: Bool

  init(
    _ index: Int, of farm: FrameFarm<Task, Product>, _ maker: any FrameMaker<Task>, _ terms: LaneTerms<Product>
  ) {
    (self.index, self.farm, self.maker, self.terms) = (index, farm, maker, terms)
    drawsHere = maker.factory != nil
  }

  /// Starts the lanes of a farm.
  ///
  /// - Parameter maker: Makes the maker of a lane.
  static func start(
    _ count: Int, of farm: FrameFarm<Task, Product>, _ terms: LaneTerms<Product>,
    maker: (_ lane: Int) -> any FrameMaker<Task>
  ) -> [FrameLane] {
    farm.open(lanes: count)
    let lanes = (0..<count).map { FrameLane($0, of: farm, maker($0), terms) }
    for lane in lanes {
      lane.thread = JobQueue.start("lamina.lane.\(lane.index)") { lane.run() }
    }
    return lanes
  }

  /// Waits until the lane has ended: with the last frame, or after its frame under way where the farm was cancelled.
  func wait() { thread?.wait() }

  /// Opens the drawer, so that no frame waits for it: opening a device takes as long as many frames, which other lanes
  /// make meanwhile. One lane opens at a time, and none once all frames are begun: the lane then waits for frames that
  /// others may leave, and opens the drawer for these.
  ///
  /// - Returns: Whether this lane makes frames. A lane that cannot open a device leaves its frames to the others; the
  ///   last one tries again with its first frame, whose error it is then.
  private func open() -> Bool {
    guard let factory = maker?.factory else { return true }
    return terms.opening.withLock {
      guard farm.hasMore else { return true }
      do throws(RenderError) {
        drawer = try factory(index, terms.layout)
        return true
      } catch {
        return !leave([], "was not opened: \(error)")
      }
    }
  }

  private func run() {
    if open() { makeFrames() }
    if !hasLeft { farm.endLane() }
    // A device goes on the thread that used it, and a worker with the last frame, not with the export.
    (drawer, maker) = (nil, nil)
  }

  private func makeFrames() {
    // The first worker has planned the first frame, which it was asked about.
    let takesFirst = index == 0 || drawsHere
    while !hasLeft {
      if let ticket = farm.next(waits: begun.isEmpty, takesFirst: takesFirst) {
        take(ticket)
      } else if begun.isEmpty {
        return
      } else {
        endOldest()
      }
    }
  }

  /// Leaves frames to the other lanes, for what this one fails of.
  ///
  /// - Returns: `false` if there is no other lane.
  private func leave(_ tickets: [FrameTicket<Task>], _ reason: String) -> Bool {
    guard farm.leave(tickets) else { return false }
    hasLeft = true
    terms.counters.note(Diagnostic(.note, code: "fewer-lanes", message: "lane \(index + 1) \(reason)"))
    return true
  }

  private func take(_ ticket: FrameTicket<Task>) {
    if ticket.planned != nil {
      begun.append(ticket)
      return draw()
    }
    let number = ticket.task.number
    let part = terms.drawnPart?(number)
    var ticket = ticket
    do throws(ExportError) {
      guard let made = try maker?.make(ticket.task, layout: terms.layout, part: part) else { return }
      terms.counters.note(made)
      var expected = terms.size
      if case .drawn = made.look, let part { expected = PixelSize(width: part.width, height: part.height) }
      if let expected, made.size != expected {
        throw .frameSize(frame: number, size: made.size, expected: expected)
      }
      if compare(&ticket, made.look), !terms.isMadeAnew(number) {
        terms.counters.add { $0.repeated += 1 }
        return farm.deliver(.success(.repeated), for: ticket)
      }
      switch made.look {
      case .drawn(let pixels): return deliver(pixels, for: ticket)
      case .planned(let plan):
        ticket.planned = part.map(plan.cut(to:)) ?? plan
        begun.append(ticket)
      }
    } catch {
      _ = compare(&ticket, nil)
      let isOver = maker?.isOver(after: error) == true
      if isOver, leave(begun + [ticket], "was given up: \(error)") { return begun = [] }
      if isOver, farm.isShortOfLanes, !ticket.isRetried {
        // The others have made room.
        ticket.isRetried = true
        return take(ticket)
      }
      return farm.deliver(.failure(error), for: ticket)
    }
    draw()
  }

  /// Whether a frame looks as the one before it: `false` where a lane that left it has asked before.
  private func compare(_ ticket: inout FrameTicket<Task>, _ look: FrameLook?) -> Bool {
    guard !ticket.isCompared else { return false }
    ticket.isCompared = true
    return farm.isRepeated(ticket, look)
  }

  /// Begins the newest frame, and ends the oldest ones beyond the drawer's capacity.
  private func draw() {
    begin(from: begun.count - 1)
    while let capacity = drawer?.capacity, begun.count >= capacity { endOldest() }
  }

  private func deliver(_ pixels: FramePixels, for ticket: FrameTicket<Task>) {
    terms.counters.add { $0.drawn += 1 }
    let (encode, number) = (terms.encode, ticket.task.number)
    farm.deliver(for: ticket, on: terms.encoders) { () throws(ExportError) in try encode(number, pixels) }
  }

  /// Begins the frames from a place of `begun` on.
  private func begin(from place: Int) {
    var place = place
    while place < begun.count, let plan = begun[place].planned {
      let isOpening = drawer == nil
      do throws(RenderError) {
        if isOpening { drawer = try maker?.factory?(index, terms.layout) }
        try drawer?.begin(plan)
        place += 1
      } catch {
        fail(place, error, isOfDevice: error.isOfDevice || isOpening && drawer == nil)
        // Frames that the old drawer had begun are lost with it. Each failure marks or removes a frame, so this ends.
        place = 0
      }
    }
  }

  private func endOldest() {
    guard let oldest = begun.first else { return }
    let pixels: FramePixels
    do throws(RenderError) {
      // Not held beyond the call: after a failure it has to be gone before another one is opened.
      guard let ended = try drawer?.end() else { return }
      pixels = ended
    } catch {
      fail(0, error, isOfDevice: error.isOfDevice)
      return begin(from: 0)
    }
    begun.removeFirst()
    deliver(pixels, for: oldest)
  }

  /// After a failure of the frame at `place`: a device that was lost is replaced once a frame. Where a device has no
  /// memory left, or cannot be opened any more, other lanes take the frames; the last one, for which the others made
  /// room, tries once more. Anything else fails the frame.
  private func fail(_ place: Int, _ error: RenderError, isOfDevice: Bool) {
    if isOfDevice {
      drawer = nil
      if leave(begun, "was given up: \(error)") { return begun = [] }
    }
    var mayPass = isOfDevice && farm.isShortOfLanes
    if case .gpu(.contextLost) = error { mayPass = true }
    if mayPass, !begun[place].isRetried {
      drawer = nil
      begun[place].isRetried = true
      return terms.counters.add { $0.replacedDrawers += 1 }
    }
    let ticket = begun.remove(at: place)
    farm.deliver(.failure(.rendering(frame: ticket.task.number, error)), for: ticket)
    // Afterwards, since the frames that a late device still has in work are waited for.
    drawer = nil
  }
}

/// Counters that lanes share.
final class SharedCounters: Sendable {
  private let state = Locked((counters: LaneCounters(), seen: Set<Diagnostic>()))

  /// The counters so far.
  var value: LaneCounters { state.withLock { $0.counters } }

  func add(_ body: (inout LaneCounters) -> Void) {
    state.withLock { body(&$0.counters) }
  }

  /// Keeps a diagnostic, once.
  func note(_ diagnostic: Diagnostic) {
    state.withLock { state in
      if state.seen.insert(diagnostic).inserted { state.counters.diagnostics.append(diagnostic) }
    }
  }

  /// Counts a frame that was planned here or drawn again elsewhere, and keeps its diagnostics, each once.
  func note(_ frame: MadeFrame) {
    state.withLock { state in
      if case .planned = frame.look { state.counters.planned += 1 }
      if frame.isRedrawn { state.counters.replacedWorkers += 1 }
      for diagnostic in frame.diagnostics where state.seen.insert(diagnostic).inserted {
        state.counters.diagnostics.append(diagnostic)
      }
    }
  }
}
