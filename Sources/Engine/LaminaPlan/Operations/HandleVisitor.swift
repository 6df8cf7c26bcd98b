// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// Work on everything that operations refer to: clips, pictures, gradients, passes and parts of tables by their index
/// in the plan, and the layer by its index in the snapshot.
///
/// Each operation names its references once, in ``HandleHolder/visitHandles(beside:_:)``. Moving an operation to
/// another plan, naming its pixels, comparing it with another one, and finding the passes that it reads are
/// visitors, so that they cannot miss a reference that is added to an operation. A visitor is a generic parameter
/// and the methods are inlined: visiting costs as much as writing out the fields.
///
/// Each method receives a reference, which it may change, and the same reference of the operation that is visited
/// beside it; of the operation itself if there is no other.
@usableFromInline package protocol HandleVisitor {
  mutating func visit(_ clip: inout ClipHandle, _ other: ClipHandle)
  mutating func visit(_ image: inout ImageHandle, _ other: ImageHandle)
  mutating func visit(_ gradient: inout GradientHandle, _ other: GradientHandle)
  mutating func visit(_ pass: inout PassHandle, _ other: PassHandle, _ reading: PassReading)
  /// Visits a part of `RenderPlan.innerVertices`; it may be moved, but keeps its length.
  mutating func visit(vertices: inout VertexPlace, _ other: VertexPlace)
  /// Visits a part of `RenderPlan.colorMaps`.
  mutating func visit(colors: inout Range<Int32>, _ other: Range<Int32>)
  /// Visits parts of `RenderPlan.particles` and `RenderPlan.particlePictures`.
  mutating func visit(particles: inout ParticlePlaces, _ other: ParticlePlaces)
  mutating func visit(node: inout Int32, _ other: Int32)
}

/// Work on some kinds of references. A visitor that must not miss a kind is a ``HandleVisitor`` alone, so that the
/// compiler asks for each.
@usableFromInline package protocol SelectiveHandleVisitor: HandleVisitor {}

extension SelectiveHandleVisitor {
  @inlinable package func visit(_: inout ClipHandle, _: ClipHandle) {}
  @inlinable package func visit(_: inout ImageHandle, _: ImageHandle) {}
  @inlinable package func visit(_: inout GradientHandle, _: GradientHandle) {}
  @inlinable package func visit(_: inout PassHandle, _: PassHandle, _: PassReading) {}
  @inlinable package func visit(vertices: inout VertexPlace, _: VertexPlace) {}
  @inlinable package func visit(colors: inout Range<Int32>, _: Range<Int32>) {}
  @inlinable package func visit(particles: inout ParticlePlaces, _: ParticlePlaces) {}
  @inlinable package func visit(node: inout Int32, _: Int32) {}
}

/// The pixels of a pass that an operation reads for a pixel that it draws.
@frozen @usableFromInline package enum PassReading {
  /// The same pixel.
  case samePixel
  /// Any pixels of the pass.
  case anyPixels
}

/// A part of `RenderPlan.innerVertices`.
@usableFromInline package struct VertexPlace {
  @usableFromInline package var start: Int32
  @usableFromInline package let count: Int32

  @inlinable package init(start: Int32, count: Int32) { (self.start, self.count) = (start, count) }
}

/// The particles of a run, and the pictures that they show.
@usableFromInline package struct ParticlePlaces {
  @usableFromInline package var particles: Range<Int32>
  @usableFromInline package var pictures: Range<Int32>

  @inlinable package init(particles: Range<Int32>, pictures: Range<Int32>) {
    (self.particles, self.pictures) = (particles, pictures)
  }
}

/// An operation or a step of a filter, which refers to others by handles.
@usableFromInline package protocol HandleHolder {
  /// Visits every reference once.
  ///
  /// - Parameter other: An operation whose references are visited at the same time.
  mutating func visitHandles<Visitor: HandleVisitor>(beside other: Self, _ visitor: inout Visitor)
}

extension DrawOperation {
  /// Visits every reference of the operation once.
  @inlinable @inline(__always) package mutating func visitHandles<Visitor: HandleVisitor>(_ visitor: inout Visitor) {
    switch self {
    case .box(var box):
      box.visitHandles(beside: box, &visitor)
      self = .box(box)
    case .shadow(var shadow):
      shadow.visitHandles(beside: shadow, &visitor)
      self = .shadow(shadow)
    case .composite(var composite):
      composite.visitHandles(beside: composite, &visitor)
      self = .composite(composite)
    case .particles(var run):
      run.visitHandles(beside: run, &visitor)
      self = .particles(run)
    case .surface(var surface):
      surface.visitHandles(beside: surface, &visitor)
      self = .surface(surface)
    }
  }
}

extension FilterStep {
  /// Visits every reference of the step once.
  @inlinable @inline(__always) package mutating func visitHandles<Visitor: HandleVisitor>(_ visitor: inout Visitor) {
    switch self {
    case .blur(var blur):
      blur.visitHandles(beside: blur, &visitor)
      self = .blur(blur)
    }
  }
}

// MARK: passes that are read

/// The passes that an operation reads.
@frozen @usableFromInline struct ReadHandles: SelectiveHandleVisitor {
  /// The passes, without the ones that are none.
  @usableFromInline var passes = InlineArray<4, (pass: PassHandle, reading: PassReading)>(
    repeating: (.none, .samePixel))
  @usableFromInline var passCount = 0

  @inlinable init() {}

  @inlinable @inline(__always)
  package mutating func visit(_ pass: inout PassHandle, _: PassHandle, _ reading: PassReading) {
    guard pass.exists else { return }
    passes[passCount] = (pass, reading)
    passCount += 1
  }
}

extension DrawOperation {
  /// Whether the operation may read pixels of an earlier pass; known without visiting it.
  @inlinable package var readsPass: Bool {
    switch self {
    case .composite, .surface: true
    case .box, .shadow, .particles: false
    }
  }

  /// Calls `body` for each pass that the operation reads.
  @inlinable @inline(__always) package func forEachSource(_ body: (PassHandle, PassReading) -> Void) {
    guard readsPass else { return }
    var (copy, read) = (self, ReadHandles())
    copy.visitHandles(&read)
    for index in 0..<read.passCount { body(read.passes[index].pass, read.passes[index].reading) }
  }
}

// MARK: other places of passes

/// Replaces the passes that operations read by the ones at other places.
package struct PassRenumbering: SelectiveHandleVisitor {
  /// For each pass, the place that takes its place; none until it is known.
  package var places: [PassHandle]

  package init(count: Int) { places = Array(repeating: .none, count: count) }

  package func visit(_ pass: inout PassHandle, _: PassHandle, _: PassReading) {
    if pass.exists { pass = places[pass.index] }
  }
}
