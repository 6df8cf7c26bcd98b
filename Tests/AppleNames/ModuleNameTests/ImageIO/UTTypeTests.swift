// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import ImageIO
import LaminaCoreFoundation
import LaminaGraphics
import Testing

@Suite struct UTTypeTests {
  @Test("types of files by their names, endings and MIME types") func types() throws {
    #expect(
      kUTTypePNG as String == "public.png" && UTType.jpeg.identifier == kUTTypeJPEG && kUTTypeImage == "public.image")
    #expect(UTType("public.PNG") == .png && UTType("public.nothing") == nil && UTType("") == nil)
    #expect(UTType(filenameExtension: "JPG") == .jpeg && UTType(filenameExtension: "tif") == .tiff)
    #expect(
      UTType(filenameExtension: "") == nil && UTType(mimeType: "IMAGE/webp") == .webP && UTType(mimeType: "") == nil)
    #expect(UTType.png.preferredFilenameExtension == "png" && UTType.jpeg.preferredMIMEType == "image/jpeg")
    #expect(UTType.image.preferredFilenameExtension == nil && UTType.png.conforms(to: .image))
    #expect(!UTType.pdf.conforms(to: .image) && UTType.pdf.conforms(to: .pdf) && !UTType.png.conforms(to: .jpeg))
    let readable = CGImageSourceCopyTypeIdentifiers() as? [String] ?? []
    #expect(Set(readable) == Set([UTType.png, .jpeg, .webP].map(\.identifier)))
    let image = try #require(CGImage(width: 1, height: 1, premultipliedRGBA: [1, 2, 3, 255]))
    for type in [kUTTypePNG, kUTTypeJPEG] {
      let data = NSMutableData()
      let destination = try #require(CGImageDestinationCreateWithData(data as CFMutableData, type, 1, nil))
      CGImageDestinationAddImage(destination, image, nil)
      #expect(CGImageDestinationFinalize(destination) && data.length > 0)
    }
    for type in [kUTTypeGIF, kUTTypeTIFF, kUTTypeBMP, kUTTypePDF, kUTTypeImage] {
      #expect(CGImageDestinationCreateWithData(NSMutableData(), type, 1, nil) == nil)
    }
  }
}
