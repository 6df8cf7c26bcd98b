// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// What was copied, to be pasted elsewhere in the same process: strings, pictures, colours, addresses, and data by
/// type.
///
/// No other program sees it, and nothing of it outlives the process. Pasteboards of one name hold the same, on every
/// thread.
public final class UIPasteboard: NSObject {
  /// What a pasteboard is called.
  public struct Name: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// That of the general pasteboard.
    public static let general = Name("com.apple.UIKit.pboard.general")
  }

  /// How items are set.
  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes an option from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// When items go, a date: not looked at.
    public static let expirationDate = OptionsKey(rawValue: "UIPasteboardOptionExpirationDate")
    /// Whether items stay on this device: they do.
    public static let localOnly = OptionsKey(rawValue: "UIPasteboardOptionLocalOnly")
  }

  /// The name of a notification; nobody posts it here.
  public static let changedNotification = Notification.Name("UIPasteboardChangedNotification")
  /// The name of a notification; nobody posts it here.
  public static let removedNotification = Notification.Name("UIPasteboardRemovedNotification")
  /// The types under which strings lie.
  public static let typeListString = ["public.utf8-plain-text", "public.text"]
  /// The types under which addresses lie.
  public static let typeListURL = ["public.url"]
  /// The types under which pictures lie.
  public static let typeListImage = ["public.png", "public.jpeg"]
  /// The types under which colours lie.
  public static let typeListColor = ["com.apple.uikit.color"]

  /// What is in a pasteboard, and how often it was changed.
  private struct Contents {
    var items: [[String: Any]] = []
    var changes = 0
  }

  private static let contents = LockedValue<[Name: Contents]>([:])
  private static let shared = LockedValue(UIPasteboard(.general))

  /// The pasteboard that everything is copied to.
  public static var general: UIPasteboard { shared.value }

  /// The name.
  public let name: Name

  private init(_ name: Name) {
    self.name = name
    super.init()
  }

  /// The pasteboard of a name.
  ///
  /// - Parameters:
  ///   - pasteboardName: The name.
  ///   - create: Whether it is made where nothing was copied to it yet; otherwise there is none then.
  public convenience init?(name pasteboardName: Name, create: Bool) {
    guard create || pasteboardName == .general || Self.contents.value[pasteboardName] != nil else { return nil }
    Self.contents.change { $0[pasteboardName] = $0[pasteboardName] ?? Contents() }
    self.init(pasteboardName)
  }

  /// A pasteboard of a name that no other has.
  public static func withUniqueName() -> UIPasteboard { UIPasteboard(Name(UUID().uuidString)) }

  /// Empties the pasteboard of a name, and forgets it.
  public static func remove(withName pasteboardName: Name) { contents.change { $0[pasteboardName] = nil } }

  /// How often what is in it was changed.
  public var changeCount: Int { Self.contents.value[name]?.changes ?? 0 }

  /// What is in it: for every item, values by type.
  public var items: [[String: Any]] {
    get { Self.contents.value[name]?.items ?? [] }
    set {
      Self.contents.change { all in
        all[name, default: Contents()].items = newValue
        all[name, default: Contents()].changes += 1
      }
    }
  }

  /// Puts items in the place of all that is in it.
  public func setItems(_ items: [[String: Any]], options: [OptionsKey: Any] = [:]) { self.items = items }

  /// Adds items.
  public func addItems(_ items: [[String: Any]]) { self.items += items }

  /// How many items are in it.
  public var numberOfItems: Int { items.count }

  /// The types of the first item, sorted.
  public var types: [String] { (items.first ?? [:]).keys.sorted() }

  /// Whether the first item has a value of one of these types.
  public func contains(pasteboardTypes: [String]) -> Bool { pasteboardTypes.contains { items.first?[$0] != nil } }

  /// The first item's value of a type.
  public func value(forPasteboardType pasteboardType: String) -> Any? { items.first?[pasteboardType] }

  /// The first item's data of a type; that of a string in UTF-8, and of a picture as PNG.
  public func data(forPasteboardType pasteboardType: String) -> Data? {
    switch items.first?[pasteboardType] {
    case let data as Data: data
    case let text as String: Data(text.utf8)
    case let url as URL: Data(url.absoluteString.utf8)
    case let image as UIImage: image.pngData()
    default: nil
    }
  }

  /// Puts one item with a value of a type in the place of all that is in it.
  public func setValue(_ value: Any, forPasteboardType pasteboardType: String) { items = [[pasteboardType: value]] }

  /// Puts one item with data of a type in the place of all that is in it.
  public func setData(_ data: Data, forPasteboardType pasteboardType: String) { items = [[pasteboardType: data]] }

  // MARK: Values of one kind

  private func values<Value>(_ types: [String], _ read: (Any) -> Value?) -> [Value] {
    items.compactMap { item in types.compactMap { item[$0].flatMap(read) }.first }
  }

  private func set<Value>(_ values: [Value]?, _ type: String) { items = (values ?? []).map { [type: $0] } }

  /// The strings in it; setting them replaces all that is in it, and `nil` empties it.
  public var strings: [String]? {
    get {
      let found = values(Self.typeListString) {
        $0 as? String ?? ($0 as? Data).map { String(decoding: $0, as: UTF8.self) }
      }
      return found.isEmpty ? nil : found
    }
    set { set(newValue, Self.typeListString[0]) }
  }

  /// The first string in it; see ``strings``.
  public var string: String? {
    get { strings?.first }
    set { strings = newValue.map { [$0] } }
  }

  /// The addresses in it; see ``strings``.
  public var urls: [URL]? {
    get {
      let found = values(Self.typeListURL) { $0 as? URL ?? ($0 as? String).flatMap { URL(string: $0) } }
      return found.isEmpty ? nil : found
    }
    set { set(newValue, Self.typeListURL[0]) }
  }

  /// The first address in it; see ``strings``.
  public var url: URL? {
    get { urls?.first }
    set { urls = newValue.map { [$0] } }
  }

  /// The pictures in it, those that lie there as files included; see ``strings``.
  public var images: [UIImage]? {
    get {
      let found = values(Self.typeListImage) { $0 as? UIImage ?? ($0 as? Data).flatMap { UIImage(data: $0) } }
      return found.isEmpty ? nil : found
    }
    set { set(newValue, Self.typeListImage[0]) }
  }

  /// The first picture in it; see ``strings``.
  public var image: UIImage? {
    get { images?.first }
    set { images = newValue.map { [$0] } }
  }

  /// The colours in it; see ``strings``.
  public var colors: [UIColor]? {
    get {
      let found = values(Self.typeListColor) { $0 as? UIColor }
      return found.isEmpty ? nil : found
    }
    set { set(newValue, Self.typeListColor[0]) }
  }

  /// The first colour in it; see ``strings``.
  public var color: UIColor? {
    get { colors?.first }
    set { colors = newValue.map { [$0] } }
  }

  /// Whether strings are in it.
  public var hasStrings: Bool { strings != nil }
  /// Whether addresses are in it.
  public var hasURLs: Bool { urls != nil }
  /// Whether pictures are in it.
  public var hasImages: Bool { images != nil }
  /// Whether colours are in it.
  public var hasColors: Bool { colors != nil }
}
