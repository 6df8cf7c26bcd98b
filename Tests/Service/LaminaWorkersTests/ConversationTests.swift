// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaSystem
import LaminaTestSupport
import LaminaWorkers
import Testing

/// A worker that a document has taken over may send anything: its parent takes nothing of it at its word.
@Suite struct ConversationTests {
  /// The end of a request for a picture, where `worker` has the other end.
  private func error(
    _ change: (inout SceneRequest) -> Void = { _ in }, _ worker: @escaping @Sendable (Channel) throws -> Void
  ) throws -> ChannelError? {
    let folder = try TemporaryFolder()
    var request = SceneRequest(try folder.write(redSquare, to: "red.caml"))
    change(&request)
    let (one, other) = try Channel.pair()
    let thread = Thread {
      try? worker(Channel(other))
      // As when its process ends.
      shutdown(other.number, Int32(SHUT_RDWR))
    }
    thread.start()
    do throws(ChannelError) {
      _ = try Conversation(channel: Channel(one)).draw(PictureOrder(request), until: Deadline(after: 60))
      return nil
    } catch {
      return error
    }
  }

  // From when it is asked for: a machine that is busy takes its time.
  private static var soon: Deadline { Deadline(after: 60) }

  @Test(
    "wishes for memory that no picture has are refused before any is made",
    arguments: [(0, 8), (8, 0), (-1, -1), (1 << 40, 1 << 40), (Int.max, 2), (Int.min, 1), (1 << 24, 1 << 24)])
  func wishes(_ width: Int, _ height: Int) throws {
    let error = try error { channel in
      _ = try channel.receive([.picture], until: Self.soon)
      try channel.send(.wantsMemory, MemoryWish(width: width, height: height), until: Self.soon)
      _ = try channel.receive([.memory], until: Self.soon)
    }
    #expect(error == .malformed("a wish for a picture of \(width) x \(height) pixels"))
  }

  @Test("so are those over the limits of the request")
  func limits() throws {
    for change in [{ $0.options.limits.pixels = 99 }, { $0.options.limits.memory = 399 }]
      as [(inout SceneRequest) -> Void]
    {
      let error = try error(change) { channel in
        _ = try channel.receive([.picture], until: Self.soon)
        try channel.send(.wantsMemory, MemoryWish(width: 10, height: 10), until: Self.soon)
        _ = try channel.receive([.memory], until: Self.soon)
      }
      #expect(error == .malformed("a wish for a picture of 10 x 10 pixels"))
    }
  }

  @Test("a second wish, and an end without pixels, are refused")
  func order() throws {
    let twice = try error { channel in
      _ = try channel.receive([.picture], until: Self.soon)
      for _ in 0..<2 {
        try channel.send(.wantsMemory, MemoryWish(width: 2, height: 2), until: Self.soon)
        _ = try channel.receive([.memory], until: Self.soon)
      }
    }
    #expect(twice == .malformed("a second wish for memory"))
    let none = try error { channel in
      _ = try channel.receive([.picture], until: Self.soon)
      try channel.send(.drawn, bytes: Array("{}".utf8), until: Self.soon)
      _ = try channel.receive([.memory], until: Self.soon)
    }
    #expect(none == .malformed("the end of a picture without pixels"))
  }

  @Test("bytes that say nothing, too little, too much, or what cannot be, are refused")
  func shapes() throws {
    func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count), 0, 0, 0] + Array(text.utf8) }
    #expect(try MessageWriter.bytes(of: FileQuestion.kind("A")) == text("kind") + text("A"))
    let bodies: [[UInt8]] = [
      [], [4], text("other") + text("A"), text("kind"), text("kind") + [1, 0, 0, 0],
      text("kind") + [255, 255, 255, 255, 65], text("kind") + text("A") + [0], text("kind") + [1, 0, 0, 0, 0xC3],
      text("open") + text("A"), text("open") + text("A") + text("B"), [255, 255, 255, 255] + Array("kind".utf8),
    ]
    for body in bodies {
      let error = try error { channel in
        _ = try channel.receive([.picture], until: Self.soon)
        try channel.send(.question, bytes: body, until: Self.soon)
        _ = try channel.receive([.answer], until: Self.soon)
      }
      #expect(error == .malformed("a question that says something else than it should"), "\(body)")
    }
  }

  @Test("every end of a message that comes too soon is refused, and random ones are never anything else")
  func ends() throws {
    let whole = try MessageWriter.bytes(of: PictureOrder(Self.full, identity: "name"))
    _ = try MessageReader.value(PictureOrder.self, of: whole)
    for count in 0..<whole.count {
      #expect(throws: MessageProblem.self) { try MessageReader.value(PictureOrder.self, of: Array(whole[..<count])) }
    }
    #expect(throws: MessageProblem.self) { try MessageReader.value(PictureOrder.self, of: whole + [0]) }
    var generator = SplitMix(state: 7)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<4 {
        let place = Int.random(in: bytes.indices, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = try? MessageReader.value(PictureOrder.self, of: bytes)
    }
  }

  /// Values in values, as no message has them.
  private final class Chain: Codable {
    var links: [Chain] = []
  }

  @Test(
    "lengths beyond the end, counts of 2^32 and values too deep in one another are refused, before anything is made")
  func bounds() throws {
    let most: [UInt8] = [255, 255, 255, 255]
    for bytes in [most, most + [1], [2, 0, 0, 0, 1], [0, 0, 0, 128] + [UInt8](repeating: 1, count: 1000)] {
      #expect(throws: MessageProblem.self) { try MessageReader.value(String.self, of: bytes) }
      #expect(throws: MessageProblem.self) { try MessageReader.value([Int].self, of: bytes) }
      #expect(throws: MessageProblem.self) { try MessageReader.value([FileAnswer].self, of: bytes) }
      #expect(throws: MessageProblem.self) { try MessageReader.value([[String]].self, of: bytes) }
      #expect(throws: MessageProblem.self) { try MessageReader.value(PictureOrder.self, of: bytes) }
    }
    func chain(_ levels: Int) -> [UInt8] { (1..<levels).flatMap { _ -> [UInt8] in [1, 0, 0, 0] } + [0, 0, 0, 0] }
    _ = try MessageReader.value(Chain.self, of: chain(8))
    for levels in [MessageReader.mostLevels, 1000, 1_000_000] {
      #expect(throws: MessageProblem.self) { try MessageReader.value(Chain.self, of: chain(levels)) }
    }
  }

  @Test("each kind of part crosses as it is, also one that is missing")
  func parts() throws {
    struct Parts: Codable, Equatable {
      enum Choice: Codable, Equatable { case none, one(Int?), named(first: String, second: [Bool]) }
      var flags: [Bool?] = [true, false]
      var numbers: [Int64] = [.min, -1, 0, .max]
      var small: UInt8? = 255
      var missing: [Bool]?
      var text = "grüße\n"
      var tuple: SIMD4<Float>? = [1, -0.5, .infinity, 0]
      var choices: [Choice] = [.none, .one(nil), .one(3), .named(first: "", second: [true])]
      var nothing: Choice?
      var set: Set<String> = ["a", "b"]
    }
    let bytes = try MessageWriter.bytes(of: Parts())
    #expect(try MessageReader.value(Parts.self, of: bytes) == Parts())
    for count in 0..<bytes.count {
      #expect(throws: MessageProblem.self) { try MessageReader.value(Parts.self, of: Array(bytes[..<count])) }
    }
    #expect(throws: MessageProblem.self) { try MessageWriter.bytes(of: [Int?.none]) }
    // Keys are not written, so dictionaries are refused both ways.
    #expect(throws: MessageProblem.self) { try MessageWriter.bytes(of: ["a": 1]) }
    #expect(throws: MessageProblem.self) { try MessageReader.value([String: Int].self, of: []) }
    #expect(throws: MessageProblem.self) { try MessageReader.value(Bool.self, of: [2]) }
  }

  @Test("random bytes end the conversation with an error, never anything else")
  func random() throws {
    for seed in 0..<64 {
      let error = try error { channel in
        var generator = SplitMix(state: UInt64(seed))
        try channel.sendUnchecked((0..<256).map { _ in UInt8.random(in: 0...255, using: &generator) }, until: Self.soon)
      }
      #expect(error != nil)
    }
  }

  @Test("the memory for pixels keeps its size, whatever a worker does to it")
  func memory() throws {
    let error = try error { channel in
      _ = try channel.receive([.picture], until: Self.soon)
      try channel.send(.wantsMemory, MemoryWish(width: 8, height: 8), until: Self.soon)
      let memory = try #require(try channel.receive([.memory], until: Self.soon).descriptor)
      #expect(ftruncate(memory.number, 0) != 0 && errno == EPERM)
      #expect(ftruncate(memory.number, 1 << 30) != 0 && errno == EPERM)
    }
    #expect(error == .closed)
  }

  @Test("what a terminal would obey does not come through")
  func terminal() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(redSquare, to: "red.caml")
    let (one, other) = try Channel.pair()
    let thread = Thread {
      let channel = Channel(other)
      guard (try? channel.receive([.picture], until: Self.soon)) != nil else { return }
      let failure = PictureFailure(.badData, "red\u{1B}]0;title\u{7}\u{9B}2J\nnext")
      try? channel.send(.failed, failure, until: Self.soon)
    }
    thread.start()
    let answer = try Conversation(channel: Channel(one)).draw(PictureOrder(SceneRequest(path)), until: Self.soon)
    guard case .failure(let failure) = answer else {
      Issue.record("a picture came")
      return
    }
    #expect(failure.message == "red\u{FFFD}]0;title\u{FFFD}\u{FFFD}2J\nnext")
  }

  @Test("a worker that takes nothing is given up")
  func blocked() throws {
    let (one, other) = try Channel.pair()
    let channel = Channel(one)
    var caught: ChannelError?
    do throws(ChannelError) {
      for _ in 0..<1000 {
        try channel.send(.picture, bytes: [UInt8](repeating: 0, count: 1 << 20), until: Deadline(after: 0.2))
      }
    } catch {
      caught = error
    }
    #expect(caught == .timedOut)
    withExtendedLifetime(other) {}
  }

  /// A request that says something else than the usual everywhere.
  private static var full: SceneRequest {
    var request = SceneRequest("a.ca")
    request.limits = unusual(SceneLimits())
    request.lottieMotion = .coreAnimation
    request.moment = .marker("end")
    (request.state, request.fromState) = ("Locked", "Unlock")
    request.tilt = CGPoint(x: 0.5, y: -0.25)
    request.assignments = [.init("title.string", "Hello"), .init("photo.contents", "me.jpg")]
    request.captions = "words.srt"
    request.options.scale = 2.5
    request.options.size = PixelSize(width: 30, height: 40)
    request.options.background = CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    request.options.reference = .context
    request.options.strategy = .painter
    request.options.overlay = .overdraw
    request.options.limits = unusual(RenderLimits())
    return request
  }

  /// Limits of which each is another number than usual, and than any other of them.
  private static func unusual<Limits: Codable>(_ limits: Limits) -> Limits {
    guard let data = try? JSONEncoder().encode(limits),
      let numbers = try? JSONDecoder().decode([String: Double].self, from: data)
    else { return limits }
    let others = numbers.keys.sorted().enumerated().map { ($0.element, Double(7 + $0.offset)) }
    let changed = try? JSONEncoder().encode(Dictionary(uniqueKeysWithValues: others))
    return changed.flatMap { try? JSONDecoder().decode(Limits.self, from: $0) } ?? limits
  }

  @Test("a request crosses with all that it says, every limit with it")
  func request() throws {
    let limits = Mirror(reflecting: Self.full.limits).children.map { "\($0.value)" }
    let usual = Mirror(reflecting: SceneLimits()).children.map { "\($0.value)" }
    #expect(zip(limits, usual).allSatisfy(!=) && limits.count > 10)
    for moment in [SceneRequest.Moment.time(.infinity), .progress(-0.5), .frame(12), .marker("end")] {
      var request = Self.full
      request.moment = moment
      let bytes = try MessageWriter.bytes(of: PictureOrder(request))
      let crossed = try MessageReader.value(PictureOrder.self, of: bytes).request
      #expect("\(crossed)" == "\(request)")
    }
  }

  @Test(
    "numbers that make no picture are told to who asked, in the words of drawing without a worker",
    arguments: [
      Double.nan, .infinity, -.infinity,
    ])
  func noNumbers(_ value: Double) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(redSquare, to: "red.caml")
    let isolated = isolatedRenderer()
    var request = SceneRequest(path)
    request.options.scale = value
    let own = #expect(throws: RenderError.self) {
      try Renderer(.cpu(threads: 1)).render(try DocumentReader().read(path), options: request.options)
    }
    let other = #expect(throws: IsolationError.self) { try isolated.draw(request) }
    guard case .failed(let failure) = other else {
      Issue.record("\(String(describing: other))")
      return
    }
    #expect(failure.message == "\(path): \(try #require(own))")
    request.options.scale = 1
    request.moment = .time(value)
    request.options.limits.time = .infinity
    _ = try? isolated.draw(request)
    // It is the same worker, which nobody blames.
    #expect(try isolated.draw(SceneRequest(path)).image.width == 8)
  }
}

/// Numbers that are the same in every run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
