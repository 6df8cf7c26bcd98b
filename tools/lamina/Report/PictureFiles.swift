// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Reading and writing of picture files, with failures for the shell.

import Lamina

/// Writes `image` to `path`, or to standard output for `-`.
func write(
  _ image: CGImage, to path: String, _ console: Console, as encoding: PictureEncoding = PictureEncoding()
) throws {
  do throws(GraphicsError) {
    try encoding.write(image, to: path)
  } catch {
    throw CommandFailure(error, path: path, console: console)
  }
}

/// Reads a picture file.
func readPicture(_ path: String, _ console: Console) throws -> CGImage {
  do throws(GraphicsError) {
    return try ImageDecoder().decode(contentsOf: path).image
  } catch {
    throw CommandFailure(error, path: path, console: console)
  }
}
