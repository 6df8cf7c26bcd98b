// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGeometry
public import QuartzCore

/// The parts of a picture's file name.
enum PictureFile {
  /// The extensions that are tried for a name without one, in this order.
  static let extensions = ["png", "jpg", "jpeg", "webp"]

  /// The scale in a file name, as in `photo@2x.png`; 1 if there is none.
  static func scale(ofFile path: String) -> CGFloat {
    let stem = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    return stem.hasSuffix("@3x") ? 3 : stem.hasSuffix("@2x") ? 2 : 1
  }

  /// The possible files in a folder for a name, best first: the screen's scale, then larger scales, then smaller ones.
  static func candidates(_ name: String) -> [String] {
    let kind = (name as NSString).pathExtension
    let isFile = extensions.contains(kind.lowercased())
    let stem = isFile ? (name as NSString).deletingPathExtension : name
    let best = Int(clamping: UIScreen.main.scale.rounded(.up))
    let scales = [1, 2, 3].sorted { one, other in
      (one < best ? best - one + 3 : one - best) < (other < best ? best - other + 3 : other - best)
    }
    return scales.flatMap { scale in
      (isFile ? [kind] : extensions).map { "\(stem)\(scale == 1 ? "" : "@\(scale)x").\($0)" }
    }
  }
}

extension UIImage {
  private static let folders = LockedValue<[String]>([])
  private static let known = LockedValue<[String: UIImage]>([:])

  /// Folders that are searched for pictures by name, before the program's own; an addition of Lamina, not part of
  /// UIKit.
  ///
  /// - Default: none.
  public static var namedImageFolders: [String] {
    get { folders.value }
    set {
      folders.value = newValue
      known.value = [:]
    }
  }

  /// Finds a picture by its name: in ``namedImageFolders``, then in the program's bundle, then beside the program.
  ///
  /// The name may have an extension; without one, png, jpg, jpeg and webp are tried. Among `name`, `name@2x` and
  /// `name@3x`, the file for the screen's scale is taken, or else the next larger one. Pictures that were found are
  /// cached. There are no asset catalogues.
  /// - Returns: `nil` if there is no such picture.
  public convenience init?(named name: String) { self.init(named: name, in: nil) }

  /// Finds a picture by its name; see ``init(named:)``.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - bundle: The bundle to search; `nil` for the program's.
  ///   - traitCollection: Ignored.
  public convenience init?(
    named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection? = nil
  ) {
    guard !name.isEmpty else { return nil }
    let owner = bundle ?? Bundle.main
    let key = "\(owner.bundlePath)\u{0}\(UIScreen.main.scale)\u{0}\(name)"
    guard let found = Self.known.value[key] ?? Self.find(name, in: owner) else { return nil }
    Self.known.value[key] = found
    self.init(found.cgImage, found.traits)
  }

  private static func find(_ name: String, in bundle: Bundle) -> UIImage? {
    let beside = (CommandLine.arguments.first.map { ($0 as NSString).deletingLastPathComponent })
    let places = namedImageFolders + [bundle.resourcePath, bundle.bundlePath, beside].compactMap { $0 }
    for folder in places {
      for file in PictureFile.candidates(name) {
        if let image = UIImage(contentsOfFile: (folder as NSString).appendingPathComponent(file)) { return image }
      }
    }
    return nil
  }

  /// An animated picture.
  ///
  /// - Parameters:
  ///   - images: The frames, at least one.
  ///   - duration: The duration of all frames, in seconds; if not above 0, a thirtieth of a second per frame.
  /// - Returns: `nil` without frames.
  public class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    guard let first = images.first else { return nil }
    var traits = first.traits
    traits.frames = images
    traits.duration = duration > 0 ? duration : Double(images.count) / 30
    return UIImage(first.cgImage, traits)
  }
}
