// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import CoreMetrics
import Foundation
import LaminaGeometry
import LaminaGraphics

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
#endif
