// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

/// The pictures of a plan, each once.
struct ImageTable {
  private(set) var images: [CGImage] = []
  private var handles: [ObjectIdentifier: ImageHandle] = [:]
  private var last: (address: UnsafeRawPointer?, handle: ImageHandle) = (nil, .none)

  subscript(image: ImageHandle) -> CGImage { images[image.index] }

  /// The handle of a picture, where it was met.
  func known(_ image: CGImage) -> ImageHandle? { handles[ObjectIdentifier(image)] }

  /// The handle of a picture, which is added where it is new.
  ///
  /// Neighbouring layers often share a picture: the last one is found without hashing.
  mutating func handle(of picture: Unmanaged<CGImage>) -> ImageHandle {
    let address = UnsafeRawPointer(picture.toOpaque())
    if address == last.address { return last.handle }
    let image = picture.takeUnretainedValue()
    var handle = ImageHandle(images.count)
    if let known = handles[ObjectIdentifier(image)] {
      handle = known
    } else {
      images.append(image)
      handles[ObjectIdentifier(image)] = handle
    }
    last = (address, handle)
    return handle
  }
}
