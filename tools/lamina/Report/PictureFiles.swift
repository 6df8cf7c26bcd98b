// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Reading and writing of picture files, with failures for the shell.

import Lamina

/// Writes `image` to `path`, or to standard output for `-`.
func write(
  _ image: CGImage, to path: String, _ console: Console, as encoding: PictureEncoding = PictureEncoding()
) throws {
  try converting(to: { CommandFailure($0, path: path, console: console) }) { () throws(GraphicsError) in
    try encoding.write(image, to: path)
  }
}

/// Reads a picture file.
func readPicture(_ path: String, _ console: Console) throws -> CGImage {
  return try converting(to: { CommandFailure($0, path: path, console: console) }) { () throws(GraphicsError) in
    try ImageDecoder().decode(contentsOf: path).image
  }
}
