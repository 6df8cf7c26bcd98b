// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaVideo

/// Finds a GPU that can encode, by encoding a few pictures.
enum HardwareEncoder {
  /// The hardware to use.
  ///
  /// - Returns: ``FilmHardware/none`` if the requested hardware does not work here.
  static func find(
    _ asked: FilmHardware, _ codec: FilmCodec, _ coding: FilmCoding, program: String
  ) -> FilmHardware {
    let candidates: [FilmHardware] =
      switch asked {
      case .none: []
      case .auto: [.nvenc, .vaapi]
      case .nvenc, .vaapi: [asked]
      }
    return candidates.first { works($0, codec, coding, program) } ?? .none
  }

  private static func works(_ device: FilmHardware, _ codec: FilmCodec, _ coding: FilmCoding, _ program: String) -> Bool
  {
    guard codec != .prores4444, codec != .prores422HQ else { return false }
    var encoding = FilmEncoding(codec, coding)
    encoding.device = device
    let arguments =
      ["-hide_banner", "-loglevel", "error", "-nostdin"] + encoding.deviceOptions
      + ["-f", "lavfi", "-i", "color=size=256x256:rate=10:duration=0.3"]
      + encoding.uploadFilter.flatMap { ["-vf", $0] }
      + encoding.arguments(hasAlpha: false, keys: 10) + ["-f", "null", "-"]
    guard let (_, status, _) = try? MediaProgram.run(program, arguments, limit: 1 << 16, patience: 20) else {
      return false
    }
    return status == 0
  }
}

extension FilmEncoding {
  /// Options of `ffmpeg` that open the GPU.
  var deviceOptions: [String] { device == .vaapi ? ["-vaapi_device", "/dev/dri/renderD128"] : [] }

  /// The filter that uploads pictures to the GPU.
  var uploadFilter: [String] { device == .vaapi ? ["format=\(bitDepth == 10 ? "p010" : "nv12"),hwupload"] : [] }
}
