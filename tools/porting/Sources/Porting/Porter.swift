// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Rewrites Swift sources that were written for Apple's platforms where Swift on Linux cannot compile them.
///
/// It makes only changes that are certain, and reports the rest. Other bytes stay unchanged, and so does its own
/// output.
public struct Porter: Sendable {
  /// Makes a porter.
  public init() {}

  private static let rules: [Rule.Type] = [
    ConditionRule.self, PlaygroundRule.self, ImportRule.self, EventRule.self, ProtocolRule.self,
    ExtensionOverrideRule.self, LayerKeyRule.self,
    AttributeRule.self, KeyPathRule.self, SelectorRule.self, BridgingRule.self, RuntimeRule.self, NumberRule.self,
    UsedNamesRule.self, MarkRule.self,
  ]

  /// Ports the files of a program, which must be passed together, since rules depend on declarations in other files.
  ///
  /// - Parameter files: Paths relative to the sources, for the report, with the files' bytes.
  /// - Returns: The files in the same order. A file that is not UTF-8, is longer than 4 MiB, or is not valid Swift is
  ///   returned unchanged, with a finding.
  public func port(_ files: [(path: String, bytes: [UInt8])]) -> [PortedFile] {
    DeepStack.run { portAll(files) }
  }

  private func portAll(_ files: [(path: String, bytes: [UInt8])]) -> [PortedFile] {
    let units = files.map { file in
      Result { () throws(SourceUnit.Unreadable) in try SourceUnit(path: file.path, bytes: file.bytes) }
    }
    let declarations = Declarations(units.compactMap { try? $0.get() })
    return zip(files, units).map { file, unit in
      switch unit {
      case .success(let unit): port(unit, declarations)
      case .failure(let error):
        PortedFile(bytes: file.bytes, findings: [Finding(file: file.path, line: error.line, message: error.message)])
      }
    }
  }

  private func port(_ unit: SourceUnit, _ declarations: Declarations) -> PortedFile {
    let output = RuleOutput(unit)
    for rule in Self.rules { rule.init(output, declarations).walk(unit.tree) }
    output.importNeededModules()
    return output.ported()
  }
}

extension SourceUnit.Unreadable {
  /// The line in the file; 0 for the whole file.
  var line: Int {
    if case .notSwift(let line, _) = self { line } else { 0 }
  }

  var message: String {
    switch self {
    case .notText: "no UTF-8; it is copied as it is"
    case .tooLong: "longer than 4 MiB; it is copied as it is"
    case .notSwift(_, let reason): "does not parse, so it is copied as it is: \(reason)"
    }
  }
}
