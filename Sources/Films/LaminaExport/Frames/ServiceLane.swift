// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGeometry
import LaminaSystem

/// One thread that has frames of a farm drawn elsewhere until there are none, and encodes them.
final class ServiceLane: @unchecked Sendable {
  private let index: Int
  private let farm: FrameFarm<FrameMoment, [UInt8]>
  private let terms: LaneTerms
  private var server: (any FrameServer)?

  init(_ index: Int, of farm: FrameFarm<FrameMoment, [UInt8]>, server: any FrameServer, _ terms: LaneTerms) {
    (self.index, self.farm, self.server, self.terms) = (index, farm, server, terms)
  }

  /// Starts the thread.
  func start() {
    JobQueue.start("lamina.lane.\(index)") { self.run() }
  }

  private func run() {
    while let server, let ticket = farm.next(waits: true) {
      do throws(ExportError) {
        take(try draw(ticket.task, by: server), for: ticket)
      } catch {
        _ = farm.isRepeated(ticket, nil)
        farm.deliver(.failure(error), for: ticket)
      }
    }
    // What serves goes with the last frame, and not with the export.
    server = nil
  }

  private func draw(_ moment: FrameMoment, by server: any FrameServer) throws(ExportError) -> ServedFrame {
    let part = terms.drawnPart?(moment.number)
    let frame = try server.draw(moment, layout: terms.layout, part: part)
    terms.counters.note(frame.diagnostics)
    terms.counters.add {
      $0.drawn += 1
      if frame.isRedrawn { $0.replacedWorkers += 1 }
    }
    let wanted = part.map { PixelSize(width: $0.width, height: $0.height) } ?? terms.size
    if let wanted, frame.size != wanted {
      throw .frameSize(frame: moment.number, size: frame.size, expected: wanted)
    }
    return frame
  }

  private func take(_ frame: ServedFrame, for ticket: FrameTicket<FrameMoment>) {
    if farm.isRepeated(ticket, .drawn(frame.pixels)), !terms.isMadeAnew(ticket.task.number) {
      terms.counters.add {
        $0.drawn -= 1
        $0.repeated += 1
      }
      return farm.deliver(.success(.repeated), for: ticket)
    }
    let encode = terms.encode
    farm.deliver(for: ticket, on: terms.encoders) { () throws(ExportError) in
      try encode(ticket.task.number, frame.pixels)
    }
  }
}
