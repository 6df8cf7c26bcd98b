// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import Synchronization

/// The metrics of a service, which it prints in the text format of Prometheus (0.0.4).
final class ServiceMetrics: Sendable {
  private enum Kind: String {
    case counter, gauge, histogram
  }

  private struct Key: Hashable {
    var name: String
    var labels: String
  }

  /// A number, or a histogram. It is kept for the lifetime of the service: its values must not restart from zero.
  private struct Series {
    let kind: Kind
    var value = 0.0
    var count = 0
    var buckets = [Int](repeating: 0, count: ServiceMetrics.limits.count)
  }

  private let series = Locked<[Key: Series]>([:])
  /// The upper bounds of the buckets of histograms, in seconds.
  private static let limits = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
  /// The help texts of metrics.
  private static let help = [
    "lamina_requests_total": "Requests that were answered, by route, method and status.",
    "lamina_request_seconds": "From the head of a request to the answer, by route.",
    "lamina_pictures_total": "Pictures that were drawn, by format.",
    "lamina_picture_wait_seconds": "How long pictures waited for a worker.",
    "lamina_picture_worker_seconds": "How long workers had pictures.",
    "lamina_picture_encode_seconds": "How long pictures were encoded.",
    "lamina_failures_total": "Requests that failed, by code.",
    "lamina_cache_hits_total": "Pictures that were not drawn, as they were kept.",
    "lamina_cache_misses_total": "Pictures of kept documents that had to be drawn.",
    "lamina_cache_bytes": "What kept pictures take.",
    "lamina_documents": "Documents that are kept.",
    "lamina_documents_bytes": "What they take.",
    "lamina_uploads_bytes": "What bodies of requests take that are being read or drawn.",
    "lamina_queue_length": "Pictures that wait for a worker.",
    "lamina_drawing": "Pictures that workers have.",
    "lamina_workers_ready": "Workers that have started.",
    "lamina_workers_lost_total": "Workers that were lost.",
    "process_resident_memory_bytes": "Memory of the service itself, without its workers.",
    "process_open_fds": "Open descriptors.",
    "process_start_time_seconds": "When the service was started.",
  ]

  /// Counts an event.
  func count(_ name: String, _ labels: [(String, String)] = []) { update(name, labels, .counter) { $0.value += 1 } }

  /// Records a duration in seconds.
  func time(_ name: String, _ seconds: Double, _ labels: [(String, String)] = []) {
    update(name, labels, .histogram) { series in
      series.value += seconds
      series.count += 1
      if let place = Self.limits.firstIndex(where: { seconds <= $0 }) { series.buckets[place] += 1 }
    }
  }

  /// Records the current value of a quantity.
  func gauge(_ name: String, _ value: Double) { update(name, [], .gauge) { $0.value = value } }

  private func update(
    _ name: String, _ labels: [(String, String)], _ kind: Kind, _ change: (inout Series) -> Void
  ) {
    let text = labels.sorted { $0.0 < $1.0 }.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
    series.withLock { change(&$0[Key(name: name, labels: text), default: Series(kind: kind)]) }
  }

  /// Records the durations of a picture's steps.
  func note(_ picture: DrawnPicture) {
    count("lamina_pictures_total", [("format", picture.format.rawValue)])
    time("lamina_picture_wait_seconds", picture.waited)
    time("lamina_picture_worker_seconds", picture.worked)
    time("lamina_picture_encode_seconds", picture.encoded)
  }

  /// Records the memory, open descriptors and start time of this process.
  func noteProcess() {
    let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    if words.count > 1, let pages = Double(words[1]) {
      gauge("process_resident_memory_bytes", pages * Double(sysconf(Int32(_SC_PAGESIZE))))
    }
    if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      gauge("process_open_fds", Double(files.count))
    }
    gauge("process_start_time_seconds", Self.start)
  }

  private static let start = Date.now.timeIntervalSince1970

  // MARK: Text

  /// All series as text.
  var text: String {
    let all = series.withLock { Array($0) }.sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }
    var lines: [String] = []
    var name = ""
    for (key, series) in all {
      if key.name != name {
        name = key.name
        if let words = Self.help[name] { lines.append("# HELP \(name) \(words)") }
        lines.append("# TYPE \(name) \(series.kind.rawValue)")
      }
      lines += Self.lines(key, series)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func escaped(_ text: String) -> String {
    // Labels are the service's own words, which rarely contain such a character.
    let signs = "\\\"\n".utf8
    guard text.utf8.contains(where: signs.contains) else { return text }
    return text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  private static func lines(_ key: Key, _ series: Series) -> [String] {
    let (name, labels) = (key.name, key.labels)
    let own = labels.isEmpty ? "" : "{\(labels)}"
    guard series.kind == .histogram else { return ["\(name)\(own) \(number(series.value))"] }
    let start = "\(name)_bucket{\(labels.isEmpty ? "" : labels + ",")le="
    var total = 0
    var lines = zip(limits, series.buckets).map { limit, count in
      total += count
      return "\(start)\"\(number(limit))\"} \(total)"
    }
    lines.append("\(start)\"+Inf\"} \(series.count)")
    return lines + ["\(name)_sum\(own) \(number(series.value))", "\(name)_count\(own) \(series.count)"]
  }

  private static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }
}
#endif
