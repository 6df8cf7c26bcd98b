// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import CoreMetrics
import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import Synchronization

/// The metrics of a service.
struct ServiceMetrics: Sendable {
  let registry = MetricRegistry(help: [
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
  ])

  /// Counts an event.
  func count(_ name: String, _ labels: [(String, String)] = []) {
    Counter(label: name, dimensions: labels, factory: registry).increment()
  }

  /// Records a duration in seconds.
  func time(_ name: String, _ seconds: Double, _ labels: [(String, String)] = []) {
    Timer(label: name, dimensions: labels, factory: registry)
      .recordNanoseconds(Int64(clamping: Int(clamping: seconds * 1e9)))
  }

  /// Records the current value of a quantity.
  func gauge(_ name: String, _ value: Double) {
    Recorder(label: name, aggregate: false, factory: registry).record(value)
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
}

/// The metrics of a service in the format of Prometheus (text format 0.0.4). It is a backend of swift-metrics, so that
/// other systems can take its place.
final class MetricRegistry: MetricsFactory {
  /// One series: a name and its labels.
  private struct Key: Hashable {
    var name: String
    var labels: String
  }

  private let series = Locked<[Key: MetricSeries]>([:])
  /// The help texts of metrics by name; other names get no `HELP` line.
  private let help: [String: String]

  init(help: [String: String]) {
    self.help = help
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    find(label, dimensions, .counter)
  }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    find(label, dimensions, aggregate ? .histogram : .gauge)
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    find(label, dimensions, .histogram)
  }

  // A series is kept for the lifetime of the service: its values must not restart from zero.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}

  private func find(_ name: String, _ labels: [(String, String)], _ kind: MetricSeries.Kind) -> MetricSeries {
    let text = labels.sorted { $0.0 < $1.0 }.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
    return series.withLock { series in
      let key = Key(name: name, labels: text)
      if let known = series[key] { return known }
      let new = MetricSeries(kind)
      series[key] = new
      return new
    }
  }

  /// All series as text.
  var text: String {
    let all = series.withLock { Array($0) }.sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }
    var lines: [String] = []
    var name = ""
    for (key, series) in all {
      if key.name != name {
        name = key.name
        if let words = help[name] { lines.append("# HELP \(name) \(words)") }
        lines.append("# TYPE \(name) \(series.kind.rawValue)")
      }
      lines += series.lines(key.name, key.labels)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func escaped(_ text: String) -> String {
    // Labels are the service's own words, which rarely contain such a character.
    let signs = "\\\"\n".utf8
    guard text.utf8.contains(where: signs.contains) else { return text }
    return text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}

/// A series of a metric: a number, or a histogram.
final class MetricSeries: CounterHandler, RecorderHandler, TimerHandler {
  enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  private struct State {
    var value = 0.0
    var count = 0
    var buckets = [Int](repeating: 0, count: MetricSeries.limits.count)
  }

  let kind: Kind
  private let state = Locked(State())
  /// The upper bounds of the histogram's buckets, in seconds.
  private static let limits = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

  init(_ kind: Kind) {
    self.kind = kind
  }

  func increment(by amount: Int64) { state.withLock { $0.value += Double(amount) } }
  func reset() { state.withLock { $0.value = 0 } }
  func record(_ value: Int64) { record(Double(value)) }
  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

  func record(_ value: Double) {
    state.withLock { state in
      guard kind == .histogram else {
        state.value = value
        return
      }
      state.value += value
      state.count += 1
      if let place = Self.limits.firstIndex(where: { value <= $0 }) { state.buckets[place] += 1 }
    }
  }

  /// The lines of the series in Prometheus' text format.
  fileprivate func lines(_ name: String, _ labels: String) -> [String] {
    let state = state.withLock { $0 }
    let own = labels.isEmpty ? "" : "{\(labels)}"
    guard kind == .histogram else { return ["\(name)\(own) \(Self.number(state.value))"] }
    var total = 0
    var lines = zip(Self.limits, state.buckets).map { limit, count in
      total += count
      return "\(name)_bucket{\(labels.isEmpty ? "" : labels + ",")le=\"\(Self.number(limit))\"} \(total)"
    }
    lines.append("\(name)_bucket{\(labels.isEmpty ? "" : labels + ",")le=\"+Inf\"} \(state.count)")
    return lines + ["\(name)_sum\(own) \(Self.number(state.value))", "\(name)_count\(own) \(state.count)"]
  }

  private static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }
}
#endif
