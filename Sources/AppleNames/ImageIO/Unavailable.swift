// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Names of Image I/O that are not available here. Each has a message for the compiler to show.

public import LaminaCoreFoundation

/// Reads the metadata of a picture.
@available(*, unavailable, message: "pictures are read without their metadata, but for size, orientation and colours")
public func CGImageSourceCopyMetadataAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> AnyObject? {
  nil
}
