// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaGeometry
import LaminaSystem

/// Who makes the frames of a film: what goes into the farm for each, and what takes it out there.
protocol FrameCrew<Task> {
  /// What is known of a frame when it is put in.
  associatedtype Task: Sendable
  /// What draws, in words that name it in manifests.
  var identity: String { get }
  /// How many threads draw.
  var lanes: Int { get }
  /// How many threads encode; 0 where lanes encode what they have drawn.
  var encoders: Int { get }
  /// What is put in for a frame; on the thread of the one who exports.
  func task(for number: Int) -> Task
  /// Where frames draw over a clear canvas. On the thread of the one who exports.
  ///
  /// - Returns: For the first of `frames` or for more of them, together.
  func extent(of frames: Range<Int>) throws(ExportError) -> FrameExtent
  /// Starts a lane.
  func startLane(_ index: Int, of farm: FrameFarm<Task, [UInt8]>, _ terms: LaneTerms)
}

/// What holds for all lanes of an export.
struct LaneTerms {
  /// What all frames must measure; `nil` where any size will do.
  var size: PixelSize?
  /// How pixels are wanted, where a device can make them so; `nil` for pictures.
  var layout: FrameLayout?
  /// Where frames are encoded; on the lane's own thread where there is none.
  var encoders: JobQueue?
  var counters: SharedCounters
  /// Whether a frame is made also where it shows what the one before shows: its bytes are other ones.
  var isMadeAnew: @Sendable (_ number: Int) -> Bool = { _ in false }
  /// Which part of a frame is drawn, pixels of the canvas; `nil` for all of it.
  var drawnPart: (@Sendable (_ number: Int) -> PixelRect)?
  var encode: ExportOutput.Encode
}

/// Lanes that plan and draw what was copied of a tree.
struct TreeCrew: FrameCrew {
  let source: FrameSource
  let timing: FrameTiming
  let options: RenderOptions
  let drawers: Drawers
  private let copier: FrameCopier

  init(source: FrameSource, timing: FrameTiming, options: RenderOptions, drawers: Drawers) {
    (self.source, self.timing, self.options, self.drawers) = (source, timing, options, drawers)
    copier = FrameCopier(source, timing: timing, options: options)
  }

  var identity: String { drawers.identity }
  var lanes: Int { drawers.lanes }
  var encoders: Int { drawers.encoders }

  func task(for number: Int) -> FrameTask { copier.task(for: number) }

  func extent(of frames: Range<Int>) throws(ExportError) -> FrameExtent { try copier.extent(of: frames) }

  func startLane(_ index: Int, of farm: FrameFarm<FrameTask, [UInt8]>, _ terms: LaneTerms) {
    FrameLane(
      index, of: farm, options: options, size: terms.size, layout: terms.layout, factory: drawers.factory,
      encoders: terms.encoders, counters: terms.counters, isMadeAnew: terms.isMadeAnew,
      drawnPart: terms.drawnPart, encode: terms.encode
    ).start()
  }
}

/// Lanes that ask for frames which are drawn elsewhere.
struct ServiceCrew<Service: FrameService>: FrameCrew {
  let service: Service
  let timing: FrameTiming

  var identity: String { service.identity }
  var lanes: Int { service.lanes }
  var encoders: Int { service.encoders }

  func task(for number: Int) -> FrameMoment { timing.moment(of: number) }

  func extent(of frames: Range<Int>) throws(ExportError) -> FrameExtent {
    try service.extent(of: frames.map(timing.moment(of:)))
  }

  func startLane(_ index: Int, of farm: FrameFarm<FrameMoment, [UInt8]>, _ terms: LaneTerms) {
    ServiceLane(index, of: farm, server: service.server(index), terms).start()
  }
}
