// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Converts RGBA to planes in a video's own format, with any depth and chroma of any size. `OverlayPlanes` handles the
// most common format, 8 bits of 4:2:0 in standard range, many times as fast. Colours are weighted by their alpha, so
// that transparent pixels do not affect the chroma of their neighbours. The coverage of a chroma sample is averaged at
// the position of the sample: the mean of the rows around it, with weights of 1, 2 and 1 for the columns to the left,
// at and to the right of it.

import LaminaGeometry
import LaminaGraphics

/// The layout in which a tree's pictures are passed to `ffmpeg`, to be blended over a video.
enum TreeLayout: Sendable, Equatable {
  /// Planes of 8 bits and 4:2:0 with an alpha plane, of which four pixels count for each chroma sample.
  case alpha
  /// Planes of 10 bits, and below them a mask for each plane with the coverage of the video.
  case masks(MaskedPlanes)

  /// The layout for a film with a pixel format, by ffmpeg's name.
  init(_ pixelFormat: String) {
    self =
      switch pixelFormat {
      case "yuv420p10le": .masks(MaskedPlanes(columns: 2, rows: 2, hasAlpha: false))
      case "yuv422p10le": .masks(MaskedPlanes(columns: 2, rows: 1, hasAlpha: false))
      case "yuv444p10le": .masks(MaskedPlanes(columns: 1, rows: 1, hasAlpha: false))
      case "yuva444p10le": .masks(MaskedPlanes(columns: 1, rows: 1, hasAlpha: true))
      default: .alpha
      }
  }
}

/// Planes with masks.
struct MaskedPlanes: Sendable, Equatable {
  /// The numbers of columns and rows of pixels that share a chroma sample.
  let (columns, rows): (Int, Int)
  /// Whether the film has alpha. It then needs a single mask, since all planes have the same size.
  let hasAlpha: Bool

  init(columns: Int, rows: Int, hasAlpha: Bool) { (self.columns, self.rows, self.hasAlpha) = (columns, rows, hasAlpha) }

  /// The row at which the masks begin.
  func maskRow(_ height: Int) -> Int { (height + rows - 1) / rows * rows }
}

/// Makes planes of pictures that are blended over a video.
struct TreePlanes: Sendable {
  let layout: TreeLayout
  let colors: TreeColors

  /// The planes in sequence; in words of 16 bits if a component has more than 8 bits.
  ///
  /// - Parameters:
  ///   - pixels: Premultiplied RGBA.
  ///   - size: The size of the picture; its sides may be odd at the edge of the video.
  ///   - startsInside: Whether the video continues to the left of the picture, where the tree draws nothing.
  func bytes(of pixels: [UInt8], size: PixelSize, startsInside: Bool) -> [UInt8] {
    var work: PlaneWork
    switch layout {
    case .alpha:
      work = PlaneWork(colors, size, columns: 2, rows: 2, bits: 8, height: (size.height + 1) / 2 * 2)
      work.alphaStart = work.planeCount
    case .masks(let planes):
      let maskRow = planes.maskRow(size.height)
      work = PlaneWork(colors, size, columns: planes.columns, rows: planes.rows, bits: 10, height: 2 * maskRow)
      work.maskRow = maskRow
      if planes.hasAlpha { work.alphaStart = work.planeCount }
    }
    work.startsInside = startsInside
    let words = work.planes(of: pixels)
    guard work.bits > 8 else { return words.map { UInt8(truncatingIfNeeded: $0) } }
    return words.withUnsafeBytes { Array($0) }
  }
}

/// The conversion of one picture.
private struct PlaneWork {
  let colors: TreeColors
  let size: PixelSize
  let (columns, rows, bits): (Int, Int, Int)
  /// The number of luma rows, including masks.
  let height: Int
  /// The row at which the masks begin; `nil` without masks.
  var maskRow: Int?
  /// The index at which the alpha plane begins; `nil` without alpha.
  var alphaStart: Int?
  var startsInside = false

  init(_ colors: TreeColors, _ size: PixelSize, columns: Int, rows: Int, bits: Int, height: Int) {
    (self.colors, self.size, self.height) = (colors, size, height)
    (self.columns, self.rows, self.bits) = (columns, rows, bits)
  }

  private var chromaWidth: Int { (size.width + columns - 1) / columns }
  private var chromaCount: Int { chromaWidth * (height / rows) }
  /// The number of words of luma and chroma.
  var planeCount: Int { size.width * height + 2 * chromaCount }
  private var top: Float { Float(1 << bits) - 1 }

  func planes(of pixels: [UInt8]) -> [UInt16] {
    let count = planeCount + (alphaStart == nil ? 0 : size.width * height)
    var words = [UInt16](repeating: 0, count: count)
    // Red, green and blue of the video times alpha, and alpha, with one more column on either side.
    var line = [SIMD4<Float>](repeating: .zero, count: size.width + 2)
    var sums = line
    words.withUnsafeMutableBufferPointer { words in
      pixels.withUnsafeBufferPointer { pixels in
        for row in 0..<(maskRow ?? height) {
          // The last row of a picture with an odd height counts twice.
          if row < size.height { read(pixels, row, &line, words) }
          if row % rows == 0 { sums = line } else { for column in sums.indices { sums[column] += line[column] } }
          if row % rows == rows - 1 { writeChroma(sums, row / rows, words) }
        }
      }
    }
    return words
  }

  /// Reads a row, and writes its luma and alpha.
  private func read(
    _ pixels: UnsafeBufferPointer<UInt8>, _ row: Int, _ line: inout [SIMD4<Float>],
    _ words: UnsafeMutableBufferPointer<UInt16>
  ) {
    let black = word(colors.luma(.zero, bits: bits))
    let width = size.width
    // Large parts of a typical overlay have few colours, so the last result is kept.
    var (last, color, luma) = (SIMD4<UInt8>.zero, SIMD4<Float>.zero, black)
    for column in 0..<width {
      let place = 4 * (row * width + column)
      let pixel = SIMD4(pixels[place], pixels[place + 1], pixels[place + 2], pixels[place + 3])
      if pixel != last {
        last = pixel
        if pixel.w == 0 {
          (color, luma) = (.zero, black)
        } else {
          let straight = SIMD3(Float(pixel.x), Float(pixel.y), Float(pixel.z)) / Float(pixel.w)
          let own = colors.encoded(straight.clamped(lowerBound: .zero, upperBound: .one))
          color = SIMD4(own * (Float(pixel.w) / 255), Float(pixel.w) / 255)
          luma = word(colors.luma(own, bits: bits))
        }
      }
      line[column + 1] = color
      words[row * width + column] = luma
      if let maskRow { words[(maskRow + row) * width + column] = word(color.w * top) }
      guard let alphaStart else { continue }
      words[alphaStart + row * width + column] = maskRow == nil ? word(color.w * top) : word(top)
      if let maskRow { words[alphaStart + (maskRow + row) * width + column] = word(color.w * top) }
    }
    line[0] = startsInside ? .zero : line[1]
    line[width + 1] = line[width]
  }

  /// Writes a row of chroma, and its mask.
  ///
  /// - Parameter sums: The sums of the pixel rows that share the chroma row.
  private func writeChroma(_ sums: [SIMD4<Float>], _ row: Int, _ words: UnsafeMutableBufferPointer<UInt16>) {
    let middle = word(Float(1 << (bits - 1)))
    let width = chromaWidth
    let (u, v) = (size.width * height, size.width * height + chromaCount)
    for column in 0..<width {
      let place = columns * column + 1
      var sum = sums[place]
      if columns == 2 { sum = (2 * sum + sums[place - 1] + sums[place + 1]) / 4 }
      sum /= Float(rows)
      var (blue, red) = (middle, middle)
      if sum.w > 0 {
        let chroma = colors.chroma(SIMD3(sum.x, sum.y, sum.z) / sum.w, bits: bits)
        (blue, red) = (word(chroma.blue), word(chroma.red))
      }
      let own = row * width + column
      (words[u + own], words[v + own]) = (blue, red)
      guard let maskRow else { continue }
      let below = (maskRow / rows + row) * width + column
      let mask = word(sum.w * top)
      (words[u + below], words[v + below]) = (mask, mask)
    }
  }

  /// Rounds to a word, clamped to the range of the bits.
  private func word(_ value: Float) -> UInt16 {
    UInt16(clamping: Int(clamping: Double(min(max(value, 0), top).rounded())))
  }
}
