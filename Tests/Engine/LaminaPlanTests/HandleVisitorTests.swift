// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import Testing

/// Replaces every reference by one that the operations of the tests do not have.
private struct Replacement: HandleVisitor {
  static let number: Int32 = 77
  static let range: Range<Int32> = 70..<72
  var readings: [PassReading] = []

  func visit(_ clip: inout ClipHandle, _: ClipHandle) { clip.number = Self.number }
  func visit(_ image: inout ImageHandle, _: ImageHandle) { image.number = Self.number }
  func visit(_ gradient: inout GradientHandle, _: GradientHandle) { gradient.number = Self.number }
  mutating func visit(_ pass: inout PassHandle, _: PassHandle, _ reading: PassReading) {
    pass.number = Self.number
    readings.append(reading)
  }
  func visit(vertices: inout VertexPlace, _: VertexPlace) { vertices.start = Self.number }
  func visit(colors: inout Range<Int32>, _: Range<Int32>) { colors = Self.range }
  func visit(particles: inout ParticlePlaces, _: ParticlePlaces) {
    (particles.particles, particles.pictures) = (Self.range, Self.range)
  }
  func visit(node: inout Int32, _: Int32) { node = Self.number }
}

/// Copies every reference of the operation beside.
private struct Copying: HandleVisitor {
  func visit(_ clip: inout ClipHandle, _ other: ClipHandle) { clip = other }
  func visit(_ image: inout ImageHandle, _ other: ImageHandle) { image = other }
  func visit(_ gradient: inout GradientHandle, _ other: GradientHandle) { gradient = other }
  func visit(_ pass: inout PassHandle, _ other: PassHandle, _: PassReading) { pass = other }
  func visit(vertices: inout VertexPlace, _ other: VertexPlace) { vertices.start = other.start }
  func visit(colors: inout Range<Int32>, _ other: Range<Int32>) { colors = other }
  func visit(particles: inout ParticlePlaces, _ other: ParticlePlaces) { particles = other }
  func visit(node: inout Int32, _ other: Int32) { node = other }
}

/// The visitor of an operation reaches every field that refers to something outside of the operation.
@Suite struct HandleVisitorTests {
  private static let shape = ShapeGeometry(
    row0: [1, 0, 0, 0], row1: [0, 1, 0, 0], row2: [0, 0, 1, 0], box: [0, 0, 8, 8], radii: .zero,
    antialiased: .one)
  private static let bounds = PixelRect(minX: 0, minY: 0, maxX: 8, maxY: 8)

  /// One operation of each kind.
  private static let operations: [DrawOperation] = {
    let placement = ImagePlacement(
      offsetAndStop0: .zero, stop1AndSlope0: .zero, slope1AndSlope2: .zero, limits: .zero, magnification: .linear,
      minification: .linear, bias: 0)
    return [
      .box(BoxOperation(shape: shape, outer: .zero, pixelBounds: bounds, innerCount: 4, placement: placement)),
      .shadow(
        ShadowOperation(
          shape: shape, sigma: [1, 1], color: .one, outer: .zero, pixelBounds: bounds, clip: .none, isAffine: true,
          node: 0)),
      .composite(
        CompositeOperation(source: PassHandle(0), pixelBounds: bounds, opacity: 1, clip: .none, node: 0)),
      .particles(
        ParticlesOperation(
          particles: 0..<1, pictures: 0..<1, pixelBounds: bounds, reach: .one, clip: .none, opacity: 1,
          isAdditive: false, node: 0)),
      .surface(
        SurfaceOperation(
          source: PassHandle(0), shape: shape, texelFromSurface: .one, isSilhouette: false, tint: .one, outer: .zero,
          pixelBounds: bounds, clip: .none, node: 0)),
    ]
  }()

  /// The fields of an operation that refer to something: handles, ranges of tables, and all whole numbers, since an
  /// operation has no other ones.
  private func references(of operation: DrawOperation) -> [(name: String, isReplaced: Bool)] {
    guard let (_, fields) = Mirror(reflecting: operation).children.first else { return [] }
    return Mirror(reflecting: fields).children.compactMap { label, value in
      let name = label ?? "?"
      switch value {
      case let handle as any PlanHandle: return (name, handle.number == Replacement.number)
      case let range as Range<Int32>: return (name, range == Replacement.range)
      case let number as Int32: return (name, number == Replacement.number)
      default: return nil
      }
    }
  }

  @Test("every handle, range and index of an operation is visited, and its change is kept", arguments: operations)
  func complete(_ operation: DrawOperation) {
    var (copy, replacement) = (operation, Replacement())
    copy.visitHandles(&replacement)
    let references = references(of: copy)
    // Each operation has a clip and a layer at least.
    #expect(references.count >= 2)
    #expect(references.filter { !$0.isReplaced }.map(\.name) == [])
  }

  @Test("the operation beside gives its references", arguments: operations)
  func beside(_ operation: DrawOperation) {
    var (copy, replaced, replacement, copying) = (operation, operation, Replacement(), Copying())
    replaced.visitHandles(&replacement)
    #expect(copy != replaced)
    switch (copy, replaced) {
    case (.box(var own), .box(let other)):
      own.visitHandles(beside: other, &copying)
      copy = .box(own)
    case (.shadow(var own), .shadow(let other)):
      own.visitHandles(beside: other, &copying)
      copy = .shadow(own)
    case (.composite(var own), .composite(let other)):
      own.visitHandles(beside: other, &copying)
      copy = .composite(own)
    case (.particles(var own), .particles(let other)):
      own.visitHandles(beside: other, &copying)
      copy = .particles(own)
    case (.surface(var own), .surface(let other)):
      own.visitHandles(beside: other, &copying)
      copy = .surface(own)
    case (.box, _), (.shadow, _), (.composite, _), (.particles, _), (.surface, _):
      Issue.record("the kind of an operation changed")
    }
    #expect(copy == replaced)
  }

  @Test("a composite reads the pixels at the same place, a surface any, others none")
  func readings() {
    let readings = Self.operations.map { operation in
      var (copy, replacement) = (operation, Replacement())
      copy.visitHandles(&replacement)
      return replacement.readings
    }
    #expect(readings == [[], [], [.samePixel, .samePixel], [], [.anyPixels]])
    #expect(Self.operations.map(\.readsPass) == readings.map { !$0.isEmpty })
  }

  @Test("a step of a filter visits its source and its layer")
  func steps() {
    let blur = BlurFilter(
      source: PassHandle(0), step: .horizontal, pixelSigma: 2, extendsEdges: false, pixelBounds: Self.bounds, node: 0)
    var (step, replacement) = (FilterStep.blur(blur), Replacement())
    step.visitHandles(&replacement)
    switch step {
    case .blur(let changed):
      #expect(changed.source.number == Replacement.number)
      #expect(changed.node == Replacement.number)
    }
    #expect(replacement.readings == [.anyPixels])
  }
}
