// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

/// The references of an operation are listed in its own file: moving, naming, comparing and finding what is read visit
/// them there.
@Suite struct ReferenceListTests {
  private static let operations = "Sources/Engine/LaminaPlan/Operations/"
  /// The places at which stages work on operations of every kind, without any field of one.
  private static let stages = [
    "Sources/Engine/LaminaPlan/Damage/", "Sources/Engine/LaminaPlanner/Resources/",
    "Sources/Engine/LaminaPlanner/Flatten/PassFingerprint+Operations.swift",
    "Sources/Engine/LaminaPlanner/Record/DisplayList.swift",
    "Sources/Engine/LaminaPlanner/Flatten/RenderPlan+JoinedBlurs.swift",
    "Sources/Engine/LaminaPlan/Graph/RenderPlan+Equality.swift",
  ]
  @Test("stages that move, name and compare operations name no field of one that refers to something")
  func stages() throws {
    let files = try SourceFile.swift()
    #expect(files.contains { $0.path.hasPrefix(Self.operations) && $0.code.contains { $0.contains("innerStart") } })
    for stage in Self.stages { #expect(files.contains { $0.path.hasPrefix(stage) }, "\(stage) has no files") }
    var problems: [String] = []
    for file in files where Self.stages.contains(where: file.path.hasPrefix) {
      for (index, line) in file.code.enumerated() {
        // Clips, gradients of clips and pictures of particles are resources, which these stages handle themselves; a
        // step of a filter has one source, which is read directly.
        for match in line.matches(of: /(\w+)\.(innerStart|outline|mask|colors|source)\b/)
        where !["step", "blur"].contains(match.1) {
          problems.append("\(file.place(index)): names \(match.2) of an operation; visit its handles instead")
        }
      }
    }
    expectNone(problems)
  }
}
