// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
package import LaminaSandbox
import LaminaSystem

/// FFmpeg's programs, which read and write films and sound in separate processes.
package enum MediaProgram {
  /// The program that reads and writes films.
  package static let ffmpeg = "ffmpeg"
  /// The program that examines files.
  package static let ffprobe = "ffprobe"

  /// The path of a program, which is searched for in `PATH` unless it contains a slash; `nil` if there is none.
  package static func path(of name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let candidates = name.contains("/") ? [name] : folders.split(separator: ":").map { "\($0)/\(name)" }
    return candidates.first { access($0, X_OK) == 0 }
  }

  /// The supported file formats, by the names of FFmpeg's demuxers. Formats that list other files or addresses, such as
  /// `hls`, `concat` and `dash`, are excluded.
  private static let readers = [
    "mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm", "mpegts", "mpeg", "avi", "flv", "ogg", "wav", "w64",
    "mp3", "flac",
    "aac", "ac3", "eac3", "aiff", "caf", "asf", "mxf", "ivf", "h264", "hevc", "m4v", "av1", "obu", "gif", "apng", "nut",
    "yuv4mpegpipe",
    "dv", "amr", "png_pipe", "jpeg_pipe",
  ]

  /// Options before an input file, which keep FFmpeg from opening any other file.
  package static let readingOptions = [
    "-protocol_whitelist", "file,pipe", "-format_whitelist", readers.joined(separator: ","),
  ]

  /// A path as an address for FFmpeg, which would otherwise read `a:b` as a URL.
  package static func address(_ path: String) -> String { "file:" + path }

  /// The memory limit of a program that reads one file, in bytes. A decoder needs 1 GiB for each picture of 16,384
  /// pixels a side, and keeps several pictures.
  private static let readersMemory: UInt64 = 8 << 30

  /// The rights of a program that reads one file.
  ///
  /// - Parameter file: The path of the file, or of a pipe.
  package static func confinement(reading file: String) -> ProgramConfinement {
    ProgramConfinement(readable: [file], memory: readersMemory)
  }

  /// Runs a program to its end and returns its output.
  ///
  /// - Parameters:
  ///   - name: The name, which is searched for in `PATH`, or the path.
  ///   - arguments: The arguments.
  ///   - file: The file that the program reads, to which it is confined; `nil` if there is none.
  ///   - limit: The largest number of bytes of output.
  ///   - patience: The number of seconds that the program may write nothing.
  /// - Returns: The output, the exit code, and the messages.
  package static func run(
    _ name: String, _ arguments: [String], reading file: MediaFile? = nil, limit: Int = 1 << 26, patience: Double = 60
  ) throws(VideoError) -> (output: [UInt8], status: Int32, words: String) {
    guard let path = path(of: name) else { throw .noProgram(name: name) }
    let child = try converting(to: { VideoError.cannotStart(program: path, code: $0.code) }) {
      () throws(SystemFailure) in
      try ChildProcess(
        path, arguments, hasInput: false, output: .pipe, file: file?.descriptor, confinement: file?.confinement)
    }
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      var state = pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)
      let ready = poll(&state, 1, Int32(clamping: (patience * 1000).rounded()))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else {
        child.stop()
        throw .stalled(program: name, seconds: patience, log: child.words.summary)
      }
      let count = read(child.output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        child.stop()
        throw .tooMuch(program: name, bytes: limit)
      }
    }
    let status = child.wait()
    child.words.finish()
    return (bytes, status, file?.words(child.words.summary) ?? child.words.summary)
  }
}
