// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

extension RenderPlan {
  /// The earlier pass that a pass continues: the pass begins with an unchanged copy of all pixels of the earlier one,
  /// and does not read them again. A renderer that no longer needs the earlier pass draws into its pixels instead of
  /// copying them.
  ///
  /// A chain of such passes arises from successive layers that read the pixels behind them.
  package func continued(by pass: Int) -> Int? {
    // Few passes begin with a composite.
    guard let base = passes[pass].draws.first?.plainComposite else { return nil }
    let this = passes[pass]
    guard this.clear == .zero, base.source.exists, base.source.index < pass else { return nil }
    let source = passes[base.source]
    guard source.region == this.region, base.pixelBounds == this.region, source.format == this.format,
      source.key == nil
    else { return nil }
    var readings = 0
    this.forEachSource { if $0 == base.source { readings += 1 } }
    return readings == 1 ? base.source.index : nil
  }
}
