// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// The output of `lamina devices --json`.
struct DeviceReport: Encodable {
  /// A device, with additional facts for `--limits`.
  struct Row: Encodable {
    var index: Int
    var platform: String
    var node: String?
    var vendor: String
    var renderer: String
    var version: String
    /// `hardware`, `software` or `unusable`.
    var kind: String
    var problem: String?
    var maximumTextureSide: Int
    var profile: String?
    var limits: [String: Int]?
    var extensions: [String]?
    var saysReset: Bool?
    var differences: [String]?
  }

  /// A chapter of `--explain`, with its steps.
  struct Chapter: Encodable {
    struct Step: Encodable {
      var outcome: String
      var advice: String?
    }
    var title: String
    var steps: [Step]
  }

  var lamina = LaminaVersion.current
  var devices: [Row]
  var explanation: [Chapter]?

  init(devices: [GPUDeviceDescription], abilities: [DeviceAbilities], explanation: DeviceExplanation?) {
    self.devices = devices.map { device in
      var row = Row(
        index: device.index, platform: device.platform.rawValue, node: device.node, vendor: device.vendor,
        renderer: device.renderer, version: device.version,
        kind: !device.isUsable ? "unusable" : device.isHardware ? "hardware" : "software", problem: device.problem,
        maximumTextureSide: device.maximumTextureSide)
      guard let able = abilities.first(where: { $0.device.index == device.index }), able.device.isUsable else {
        return row
      }
      row.profile = able.profile.name
      row.limits = Dictionary(uniqueKeysWithValues: able.limits.map { ($0.key.rawValue, $0.value) })
      row.extensions = able.extensions.sorted()
      row.saysReset = able.saysReset
      row.differences = able.differences
      return row
    }
    self.explanation = explanation?.chapters.map { chapter in
      Chapter(
        title: chapter.title, steps: chapter.steps.map { Chapter.Step(outcome: $0.outcome, advice: $0.advice) })
    }
  }

  /// The report as one JSON object on several lines.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
