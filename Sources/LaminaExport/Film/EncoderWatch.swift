import Foundation
import LaminaGeometry

/// Finds out whether a program that is waited for has stopped working.
///
/// It works while it takes what it is fed, writes to its file, says something, or takes processor time, the last two only for
/// so long: one may talk, or turn in circles, for ever. One that waits for a disk is not counted as idle. Time is counted by the waits themselves, so that a stopped or suspended export does not
/// blame its program.
struct EncoderWatch {
  /// A program that only takes processor time or speaks, and neither takes frames nor writes, is ended after so many times the
  /// patience: a large picture may take an encoder minutes.
  static let busyFactor = 30.0

  /// What it wrote.
  private struct Signs: Equatable {
    var fileSize: Int64 = 0
    var fileTime: Int = 0
  }

  private let group: pid_t
  private let output: String?
  private let words: ProgramWords
  /// For how many seconds it may do nothing at all.
  let patience: Double
  private var signs: Signs?
  private var processorTime = 0
  private var wordBytes = 0
  private var sinceLook = 0.0
  private(set) var idle = 0.0
  private(set) var busy = 0.0

  /// - Parameters:
  ///   - group: The program's process group, which is its own number.
  ///   - output: The file that it writes, where it is known.
  ///   - words: What it says.
  ///   - patience: For how many seconds it may do nothing at all.
  init(group: pid_t, output: String?, words: ProgramWords, patience: Double) {
    self.group = group
    self.output = output
    self.words = words
    self.patience = patience
  }

  /// Begins anew: it took something.
  mutating func reset() {
    (signs, sinceLook, idle, busy) = (nil, 0, 0, 0)
  }

  /// Counts a wait.
  ///
  /// - Returns: Whether it has stopped working.
  mutating func hasStalled(after seconds: Double) -> Bool {
    idle += seconds
    busy += seconds
    sinceLook += seconds
    if sinceLook >= min(1, patience / 4) { look() }
    return idle >= patience || busy >= patience * Self.busyFactor
  }

  private mutating func look() {
    let now = currentSigns
    let activity = ProcessActivity(of: group)
    if let signs, signs != now { (idle, busy) = (0, 0) }
    // Two hundredths: shells that wait take one now and then. Where nothing is known, it is given the benefit.
    let isWorking = activity.map { $0.ticks >= processorTime + 2 || $0.waitsForDisk } ?? true
    let said = words.byteCount
    if signs == nil || isWorking || said != wordBytes { idle = 0 }
    signs = now
    wordBytes = said
    processorTime = activity?.ticks ?? 0
    sinceLook = 0
  }

  private var currentSigns: Signs {
    var signs = Signs()
    var status = stat()
    if let output, stat(output, &status) == 0 {
      signs.fileSize = Int64(status.st_size)
      signs.fileTime = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
    }
    return signs
  }
}

/// What a program and all that it has started do, by `/proc`.
struct ProcessActivity {
  /// Processor time of them all, their ended children included, in hundredths of a second.
  private(set) var ticks = 0
  /// Whether a thread of theirs waits for a disk or a file server.
  private(set) var waitsForDisk = false

  /// Looks at a program by its process group, which is its own number; `nil` where nothing is known.
  init?(of group: pid_t) {
    let members = Self.members(of: group)
    guard !members.isEmpty else { return nil }
    for (number, fields) in members {
      // User and system time, then those of children that have ended.
      for index in 11...14 { ticks += Int(fields[index]) ?? 0 }
      for thread in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/task")) ?? [] {
        if Self.fields("/proc/\(number)/task/\(thread)/stat")?[0] == "D" { waitsForDisk = true }
      }
    }
  }

  /// The processes of a group and their children, also those that made groups of their own, as `timeout` does.
  static func processes(of group: pid_t) -> [pid_t] { members(of: group).keys.map { pid_t($0) } }

  private static func members(of group: pid_t) -> [Int32: [Substring]] {
    var members: [Int32: [Substring]] = [:]
    var others: [Int32: [Int32]] = [:]
    var known: [Int32: [Substring]] = [:]
    for entry in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let number = Int32(entry), let fields = fields("/proc/\(entry)/stat"), let parent = Int32(fields[1])
      else { continue }
      known[number] = fields
      others[parent, default: []].append(number)
    }
    var pending = known.filter { Int32($0.value[2]) == group }.map(\.key)
    while let number = pending.popLast() {
      guard members[number] == nil, let fields = known[number] else { continue }
      members[number] = fields
      pending += others[number] ?? []
    }
    return members
  }

  /// The fields behind the program's name, which may hold anything: the state, the parent, the group, and so on.
  private static func fields(_ path: String) -> [Substring]? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    return fields.count > 14 ? fields : nil
  }
}
