// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The steps that were tried to reach a graphics device, with the outcome of each and advice.
package struct DeviceExplanation: Sendable, Equatable {
  /// One step that was tried.
  package struct Step: Sendable, Equatable {
    /// The step that was tried and its outcome, as whole sentences.
    package var outcome: String
    /// The software to install, the variable to set or the group to join, or `nil` where nothing is wrong.
    package var advice: String?
  }

  /// Steps of one kind.
  package struct Chapter: Sendable, Equatable {
    package var title: String
    package var steps: [Step]
  }

  package var chapters: [Chapter]

  /// All advice, in order.
  package var advice: [String] { chapters.flatMap(\.steps).compactMap(\.advice) }
}

extension DeviceExplanation: CustomStringConvertible {
  /// A line for each step below its chapter's title, and a line with an arrow for its advice.
  package var description: String {
    chapters.map { chapter in
      let lines = chapter.steps.flatMap { step in
        ["  \(step.outcome)"] + (step.advice.map { ["    -> \($0)"] } ?? [])
      }
      return ([chapter.title] + lines).map { $0 + "\n" }.joined()
    }.joined(separator: "\n")
  }
}

extension GPUDevice {
  /// Tries everything that `list` tries and reports the outcome of each step. Never fails.
  package static func explanation(
    libraries: GPULibraries = GPULibraries(), probe: SystemProbe = SystemProbe()
  ) -> DeviceExplanation {
    var chapters = [probe.explainLibraries(libraries), probe.explainVendors()]
    var hasHardware = false
    do throws(GPUError) {
      let offer = try offer(libraries, probe)
      hasHardware = offer.rows.contains { $0.problem == nil && !$0.isSoftware }
      chapters.append(explainDisplays(offer, probe))
    } catch {
      chapters.append(.init(title: "Displays", steps: [.init(outcome: "None was tried: \(error).")]))
    }
    chapters.append(probe.explainNodes(hasHardware: hasHardware))
    return DeviceExplanation(chapters: chapters)
  }

  package static func explainDisplays(_ offer: GPUOffer, _ probe: SystemProbe) -> DeviceExplanation.Chapter {
    var steps = offer.platforms.map { name, isOffered in
      DeviceExplanation.Step(outcome: "EGL \(isOffered ? "offers" : "does not offer") \(name).")
    }
    steps += offer.rows.map { row in
      let place = "\(row.platform.rawValue) display \(row.index)" + (row.node.map { " on \($0)" } ?? "")
      guard let problem = row.problem else { return .init(outcome: "The \(place) opens: \(row.description).") }
      return .init(outcome: "The \(place) cannot be used: \(problem).", advice: advice(against: problem))
    }
    if offer.rows.isEmpty {
      steps.append(
        .init(
          outcome: "EGL offers no display that needs no window system.",
          advice: probe.missingVendorFiles() == nil
            ? "Read what stands above of the vendors; LD_DEBUG=libs shows what the loader looks for." : nil))
    }
    return .init(title: "Displays", steps: steps)
  }

  private static func advice(against problem: String) -> String {
    if problem.contains("3.1") && problem.contains("eglCreateContext") {
      return "Use a newer driver: Lamina needs OpenGL ES 3.1."
    }
    if problem.contains("libgbm") { return "Install libgbm1." }
    return "Run the command again with EGL_LOG_LEVEL=debug and LIBGL_DEBUG=verbose, with which Mesa says what it "
      + "cannot load; often libgl1-mesa-dri is missing."
  }
}

/// The displays that EGL offers on a machine.
package struct GPUOffer: Sendable {
  /// The platforms for displays without a window system, and whether EGL has them.
  package var platforms: [(name: String, isOffered: Bool)]
  /// A row for each display that was tried.
  package var rows: [GPUDeviceDescription]

  package init(platforms: [(name: String, isOffered: Bool)], rows: [GPUDeviceDescription]) {
    self.platforms = platforms
    self.rows = rows
  }
}
