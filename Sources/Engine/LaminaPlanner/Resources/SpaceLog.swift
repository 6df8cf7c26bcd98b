// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// The planner's decisions about depth, kept for printing.
struct SpaceLog {
  private(set) var spaces: [SpaceRecord] = []
  private(set) var pieces: [SpacePieceRecord] = []
  private(set) var cuts: [SpaceCutRecord] = []
  private(set) var facingAway: [Int32] = []
  private var firstPiece = 0
  private var firstCut = 0

  /// Reserves memory, so that many pieces at once do not move the existing ones repeatedly.
  mutating func makeRoom(forPieces count: Int, cuts cutCount: Int) {
    pieces.makeRoom(for: count)
    cuts.makeRoom(for: cutCount)
  }

  /// Appends the decisions of a chunk.
  mutating func append(_ chunk: SpaceLog) {
    let (pieceShift, cutShift, awayShift) = (pieces.count, cuts.count, facingAway.count)
    func moved(_ range: Range<Int>, by shift: Int) -> Range<Int> {
      (range.lowerBound + shift)..<(range.upperBound + shift)
    }
    spaces += chunk.spaces.map {
      SpaceRecord(
        node: $0.node, layers: $0.layers, pieces: moved($0.pieces, by: pieceShift),
        facingAway: moved($0.facingAway, by: awayShift))
    }
    pieces += chunk.pieces.map {
      SpacePieceRecord(node: $0.node, depth: $0.depth, cuts: moved($0.cuts, by: cutShift))
    }
    cuts += chunk.cuts
    facingAway += chunk.facingAway
  }

  /// Adds a single-sided layer that faces away, in the space that is ended next.
  mutating func addFacingAway(_ node: Int32) { facingAway.append(node) }

  mutating func beginSpace() { firstPiece = pieces.count }

  mutating func beginPiece() { firstCut = cuts.count }

  mutating func add(_ cut: SpaceCutRecord) { cuts.append(cut) }

  /// Ends a piece, which is bounded by the cuts added since it began.
  ///
  /// - Parameter depth: The least and the greatest depth after perspective; points towards the viewer.
  mutating func endPiece(of node: Int32, depth: SIMD2<Float>) {
    pieces.append(SpacePieceRecord(node: node, depth: depth, cuts: firstCut..<cuts.count))
  }

  /// Ends a space, which consists of the pieces added since it began.
  ///
  /// - Parameters:
  ///   - layers: The number of layers that were sorted.
  ///   - firstAway: The number of layers facing away that were added before the first one of this space.
  mutating func endSpace(of node: Int32, layers: Int, firstAway: Int) {
    spaces.append(
      SpaceRecord(
        node: node, layers: layers, pieces: firstPiece..<pieces.count, facingAway: firstAway..<facingAway.count))
  }
}
