// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaLayers

/// Makes the cells of an emitter, which may emit cells themselves.
///
/// Unlike a layer, a cell may occur in several places. A reference finds only complete cells, so no cycle can arise;
/// the depth of cells and the number of cells inside one are limited, as references could double them at every level.
struct EmitterCellBuilder {
  /// A complete cell, with the size of its subtree.
  struct Cell {
    var object: CAEmitterCell
    /// The number of cells, itself included, each as often as it occurs.
    var count: Int
    /// The number of levels, its own included.
    var height: Int
  }

  private struct Frame {
    /// The open cell; `nil` for the list of cells in the cell below it on the stack, or in the emitter.
    var cell: CAEmitterCell?
    var element: Int
    var end: Int
    /// The complete cells of a list; for an open cell, the cells of its list.
    var inside: [Cell] = []
    /// The sum of their counts.
    var count = 0
  }

  private static let heightLimit = 32
  private static let countLimit = 100_000

  private let source: ValueSource
  private let properties: PropertyApplier
  private var stack: [Frame] = []
  private var result: [Cell] = []

  private var table: ElementTable { source.table }

  private init(source: ValueSource) {
    self.source = source
    properties = PropertyApplier(source: source)
  }

  /// Returns the cells in an `emitterCells` element, in the form that ``PropertyBinding`` takes.
  static func cells(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> [CAEmitterCell] {
    guard case .element(let list) = input else { throw ValueProblem("is not a list of cells") }
    var builder = EmitterCellBuilder(source: source)
    builder.walk(list)
    return builder.result.map(\.object)
  }

  private mutating func walk(_ list: Int) {
    stack = [Frame(cell: nil, element: list, end: table.end(of: list))]
    var element = list + 1
    while element < table.end(of: list) {
      close(upTo: element)
      element = take(element)
    }
    close(upTo: table.end(of: list))
  }

  /// Reads one element, whole or only its start, and returns the next one to read.
  private mutating func take(_ element: Int) -> Int {
    let end = table.end(of: element)
    guard let cell = stack.last?.cell else { return takeCell(element) }
    if table.nameNumber(of: element) == ReservedName.emitterCells.rawValue {
      stack.append(Frame(cell: nil, element: element, end: end))
      return element + 1
    }
    properties.applyElement(element, to: cell, as: LayerClasses.cell)
    return end
  }

  private mutating func takeCell(_ element: Int) -> Int {
    let end = table.end(of: element)
    if let reference = source.text(of: .object, in: element) {
      if let known = source.element(withID: reference).flatMap({ source.cells[$0] }) {
        add(known, at: element)
      } else {
        source.log.report(.warning, "bad-reference", about: reference, at: table.offset(of: element)) {
          "the emitter cell '\(shortened(reference))' is not complete before this reference, which is ignored"
        }
      }
      return end
    }
    guard table.name(of: element) == LayerClasses.cell.name else {
      source.log.report(.warning, "unknown-element", about: table.name(of: element), at: table.offset(of: element)) {
        "<\(shortened(table.name(of: element)))> is no emitter cell and is skipped"
      }
      return end
    }
    // Two frames per level: the list and the cell.
    guard stack.count < 2 * Self.heightLimit else {
      reportLimit(at: element)
      return end
    }
    let cell = LayerClasses.cell.make()
    properties.applyAttributes(of: element, to: cell, as: LayerClasses.cell)
    stack.append(Frame(cell: cell, element: element, end: end))
    return element + 1
  }

  private mutating func add(_ cell: Cell, at element: Int) {
    let count = cell.count + (stack.last?.count ?? 0)
    guard cell.height + stack.count / 2 <= Self.heightLimit, count <= Self.countLimit else {
      return reportLimit(at: element)
    }
    stack[stack.count - 1].inside.append(cell)
    stack[stack.count - 1].count = count
  }

  private func reportLimit(at element: Int) {
    source.log.report(.warning, "emitter-limit", about: "", at: table.offset(of: element)) {
      "emitter cells nest deeper than \(Self.heightLimit) levels or are more than \(Self.countLimit); "
        + "those beyond are skipped"
    }
  }

  /// Takes all cells off the stack that end before an element, and adds each to its parent or to the result.
  private mutating func close(upTo element: Int) {
    while let frame = stack.last, frame.end <= element {
      stack.removeLast()
      guard let cell = frame.cell else {
        if stack.isEmpty {
          result = frame.inside
        } else {
          stack[stack.count - 1].inside += frame.inside
          stack[stack.count - 1].count += frame.count
        }
        continue
      }
      if !frame.inside.isEmpty { cell.emitterCells = frame.inside.map(\.object) }
      let complete = Cell(
        object: cell, count: 1 + frame.count,
        height: 1 + (frame.inside.map(\.height).max() ?? 0))
      if table.attribute(ReservedName.id.rawValue, of: frame.element) != nil { source.cells[frame.element] = complete }
      add(complete, at: frame.element)
    }
  }
}
