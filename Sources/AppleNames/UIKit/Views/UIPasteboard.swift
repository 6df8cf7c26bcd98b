// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// Copied items, to be pasted elsewhere in the same process: strings, pictures, colours, URLs, and data by type.
///
/// Other programs have no access, and the content ends with the process. All pasteboards of one name share their
/// content, on every thread.
public final class UIPasteboard: NSObject {
  /// The name of a pasteboard.
  public struct Name: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The name of the general pasteboard.
    public static let general = Name("com.apple.UIKit.pboard.general")
  }

  /// Options for setting items.
  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes an option from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The date at which items expire; ignored.
    public static let expirationDate = OptionsKey(rawValue: "UIPasteboardOptionExpirationDate")
    /// Whether items stay on this device; they always do.
    public static let localOnly = OptionsKey(rawValue: "UIPasteboardOptionLocalOnly")
  }

  /// The name of a notification that the library never posts.
  public static let changedNotification = Notification.Name("UIPasteboardChangedNotification")
  /// The name of a notification that the library never posts.
  public static let removedNotification = Notification.Name("UIPasteboardRemovedNotification")
  /// The types of strings.
  public static let typeListString = ["public.utf8-plain-text", "public.text"]
  /// The types of URLs.
  public static let typeListURL = ["public.url"]
  /// The types of pictures.
  public static let typeListImage = ["public.png", "public.jpeg"]
  /// The types of colours.
  public static let typeListColor = ["com.apple.uikit.color"]

  /// The content of a pasteboard, and the number of its changes.
  private struct Contents {
    var items: [[String: Any]] = []
    var changes = 0
  }

  private static let contents = LockedValue<[Name: Contents]>([:])
  private static let shared = LockedValue(UIPasteboard(.general))

  /// The pasteboard for general use.
  public static var general: UIPasteboard { shared.value }

  /// The name.
  public let name: Name

  private init(_ name: Name) {
    self.name = name
    super.init()
  }

  /// Makes a pasteboard with a name.
  ///
  /// - Parameters:
  ///   - pasteboardName: The name.
  ///   - create: Whether to create the pasteboard if it does not exist; otherwise the result is `nil` then.
  public convenience init?(name pasteboardName: Name, create: Bool) {
    guard create || pasteboardName == .general || Self.contents.value[pasteboardName] != nil else { return nil }
    Self.contents.change { $0[pasteboardName] = $0[pasteboardName] ?? Contents() }
    self.init(pasteboardName)
  }

  /// A pasteboard with a unique name.
  public static func withUniqueName() -> UIPasteboard { UIPasteboard(Name(UUID().uuidString)) }

  /// Removes the pasteboard of a name with its content.
  public static func remove(withName pasteboardName: Name) { contents.change { $0[pasteboardName] = nil } }

  /// The number of changes so far.
  public var changeCount: Int { Self.contents.value[name]?.changes ?? 0 }

  /// The content: for every item, values by type.
  public var items: [[String: Any]] {
    get { Self.contents.value[name]?.items ?? [] }
    set {
      Self.contents.change { all in
        all[name, default: Contents()].items = newValue
        all[name, default: Contents()].changes += 1
      }
    }
  }

  /// Replaces the content by items.
  public func setItems(_ items: [[String: Any]], options: [OptionsKey: Any] = [:]) { self.items = items }

  /// Adds items.
  public func addItems(_ items: [[String: Any]]) { self.items += items }

  /// The number of items.
  public var numberOfItems: Int { items.count }

  /// The types of the first item, sorted.
  public var types: [String] { (items.first ?? [:]).keys.sorted() }

  /// Whether the first item has a value of one of the given types.
  public func contains(pasteboardTypes: [String]) -> Bool { pasteboardTypes.contains { items.first?[$0] != nil } }

  /// The first item's value of a type.
  public func value(forPasteboardType pasteboardType: String) -> Any? { items.first?[pasteboardType] }

  /// The first item's data of a type: strings in UTF-8, pictures as PNG.
  public func data(forPasteboardType pasteboardType: String) -> Data? {
    switch items.first?[pasteboardType] {
    case let data as Data: data
    case let text as String: Data(text.utf8)
    case let url as URL: Data(url.absoluteString.utf8)
    case let image as UIImage: image.pngData()
    default: nil
    }
  }

  /// Replaces the content by one item with a value of a type.
  public func setValue(_ value: Any, forPasteboardType pasteboardType: String) { items = [[pasteboardType: value]] }

  /// Replaces the content by one item with data of a type.
  public func setData(_ data: Data, forPasteboardType pasteboardType: String) { items = [[pasteboardType: data]] }

  // MARK: Values of one kind

  private func values<Value>(_ types: [String], _ read: (Any) -> Value?) -> [Value] {
    items.compactMap { item in types.compactMap { item[$0].flatMap(read) }.first }
  }

  private func set<Value>(_ values: [Value]?, _ type: String) { items = (values ?? []).map { [type: $0] } }

  /// The strings in the pasteboard. Setting them replaces the whole content; `nil` empties the pasteboard.
  public var strings: [String]? {
    get {
      let found = values(Self.typeListString) {
        $0 as? String ?? ($0 as? Data).map { String(decoding: $0, as: UTF8.self) }
      }
      return found.isEmpty ? nil : found
    }
    set { set(newValue, Self.typeListString[0]) }
  }

  /// The first string; see ``strings``.
  public var string: String? {
    get { strings?.first }
    set { strings = newValue.map { [$0] } }
  }

  /// The URLs in the pasteboard; see ``strings``.
  public var urls: [URL]? {
    get {
      let found = values(Self.typeListURL) { $0 as? URL ?? ($0 as? String).flatMap { URL(string: $0) } }
      return found.isEmpty ? nil : found
    }
    set { set(newValue, Self.typeListURL[0]) }
  }

  /// The first URL; see ``strings``.
  public var url: URL? {
    get { urls?.first }
    set { urls = newValue.map { [$0] } }
  }

  /// The pictures in the pasteboard, including the data of picture files; see ``strings``.
  public var images: [UIImage]? {
    get {
      let found = values(Self.typeListImage) { $0 as? UIImage ?? ($0 as? Data).flatMap { UIImage(data: $0) } }
      return found.isEmpty ? nil : found
    }
    set { set(newValue, Self.typeListImage[0]) }
  }

  /// The first picture; see ``strings``.
  public var image: UIImage? {
    get { images?.first }
    set { images = newValue.map { [$0] } }
  }

  /// The colours in the pasteboard; see ``strings``.
  public var colors: [UIColor]? {
    get {
      let found = values(Self.typeListColor) { $0 as? UIColor }
      return found.isEmpty ? nil : found
    }
    set { set(newValue, Self.typeListColor[0]) }
  }

  /// The first colour; see ``strings``.
  public var color: UIColor? {
    get { colors?.first }
    set { colors = newValue.map { [$0] } }
  }

  /// Whether the pasteboard holds strings.
  public var hasStrings: Bool { strings != nil }
  /// Whether the pasteboard holds URLs.
  public var hasURLs: Bool { urls != nil }
  /// Whether the pasteboard holds pictures.
  public var hasImages: Bool { images != nil }
  /// Whether the pasteboard holds colours.
  public var hasColors: Bool { colors != nil }
}
