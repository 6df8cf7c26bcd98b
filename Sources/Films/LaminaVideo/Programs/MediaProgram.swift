// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
package import LaminaSandbox

/// The programs of FFmpeg, which read and write films and sound for Lamina, in processes of their own.
package enum MediaProgram {
  /// What makes and reads films.
  package static let ffmpeg = "ffmpeg"
  /// What says what is in a file.
  package static let ffprobe = "ffprobe"

  /// The path of a program, looked for in `PATH` unless it has a slash in it; `nil` where there is none.
  package static func path(of name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let candidates = name.contains("/") ? [name] : folders.split(separator: ":").map { "\($0)/\(name)" }
    return candidates.first { access($0, X_OK) == 0 }
  }

  /// The kinds of files that are read, by the names of FFmpeg's demuxers. None of them is a list of other files or of
  /// addresses, as `hls`, `concat` and `dash` are.
  private static let readers = [
    "mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm", "mpegts", "mpeg", "avi", "flv", "ogg", "wav", "w64",
    "mp3", "flac",
    "aac", "ac3", "eac3", "aiff", "caf", "asf", "mxf", "ivf", "h264", "hevc", "m4v", "av1", "obu", "gif", "apng", "nut",
    "yuv4mpegpipe",
    "dv", "amr", "png_pipe", "jpeg_pipe",
  ]

  /// What comes before a file that is read: nothing but this file is opened for it.
  package static let readingOptions = [
    "-protocol_whitelist", "file,pipe", "-format_whitelist", readers.joined(separator: ","),
  ]

  /// A path as FFmpeg takes it: by itself it would read `a:b` as an address.
  package static func address(_ path: String) -> String { "file:" + path }

  /// Memory that a program may take that reads one file, bytes. Pictures of 16,384 pixels a side take 1 GiB each as a
  /// decoder keeps them, and it keeps several.
  private static let readersMemory: UInt64 = 8 << 30

  /// What a program may do that reads one file.
  ///
  /// - Parameter file: Its path, or that of a pipe.
  package static func confinement(reading file: String) -> ProgramConfinement {
    ProgramConfinement(readable: [file], memory: readersMemory)
  }

  /// Runs a program to its end and returns what it writes.
  ///
  /// - Parameters:
  ///   - name: Its name, to look for in `PATH`, or its path.
  ///   - arguments: What it is told.
  ///   - file: The one file that it reads, for which it is confined; `nil` for a program that reads none.
  ///   - limit: How many bytes are taken at most.
  ///   - patience: For how many seconds it may write nothing.
  /// - Returns: What it wrote, its exit code, and what it said.
  package static func run(
    _ name: String, _ arguments: [String], reading file: MediaFile? = nil, limit: Int = 1 << 26, patience: Double = 60
  ) throws(VideoError) -> (output: [UInt8], status: Int32, words: String) {
    guard let path = path(of: name) else { throw .noProgram(name: name) }
    let child: ChildProcess
    do throws(SystemFailure) {
      child = try ChildProcess(
        path, arguments, hasInput: false, output: .pipe, file: file?.descriptor, confinement: file?.confinement)
    } catch {
      throw .cannotStart(program: path, code: error.code)
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
