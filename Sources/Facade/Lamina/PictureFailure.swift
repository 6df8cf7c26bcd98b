// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaCPU
internal import LaminaGPU
internal import LaminaGraphics
internal import LaminaPlan
public import LaminaScene
public import LaminaSystem

/// Why there is no picture of a document: the same words and kinds for whoever reads and draws, a worker or this
/// process.
public struct PictureFailure: Error, Equatable, Sendable, Codable {
  /// The party at fault.
  public enum Kind: String, Sendable, Codable {
    /// The request makes no sense for the document, such as a state that it does not have.
    case usage
    /// The document is malformed, or refused for what it asks.
    case badData
    /// The document is not there, or may not be read.
    case noInput
    /// No device can draw.
    case noDevice
    /// The output cannot be written.
    case cannotWrite
    /// A fault of Lamina, or missing memory.
    case internalError
  }

  /// The party at fault.
  public var kind: Kind
  /// One line for a person, with the document's name.
  public var message: String
  /// Which limit of pictures would have to be higher, where it is one.
  public var limit: LimitExceeded.Kind?
  /// Whether the device failed rather than the picture, so that another one may draw it.
  package private(set) var isOfDevice = false

  /// Makes a failure.
  public init(_ kind: Kind, _ message: String, limit: LimitExceeded.Kind? = nil) {
    (self.kind, self.message, self.limit) = (kind, message, limit)
  }

  /// The failure of a document that cannot be read.
  package init(_ error: SceneError) { self.init(Kind(error), "\(error)", limit: error.limit) }

  /// The failure of a picture that cannot be made.
  ///
  /// - Parameter document: The name before the message; `nil` for none.
  package init(_ error: RenderError, document: String? = nil) {
    self.init(Kind(error), (document.map { "\($0): " } ?? "") + "\(error)", limit: error.limit)
    isOfDevice = error.isOfDevice
  }
}

extension PictureFailure.Kind {
  /// Who is at fault for a document that cannot be read.
  public init(_ error: SceneError) {
    switch error {
    case .notFound, .unreadable: self = .noInput
    case .documentTooLarge, .overTime, .malformed, .refused, .wrongRoot, .unsupportedContainer, .archive:
      self = .badData
    case .unwritable: self = .cannotWrite
    case .badAssignment, .unknownState: self = .usage
    }
  }

  /// Who is at fault for a picture that cannot be made.
  public init(_ error: RenderError) {
    switch error {
    case .plan(.graphics): self = .internalError
    case .plan, .overLimit, .cpu(.overLimit): self = .badData
    case .gpu(let error): self.init(error)
    case .cpu: self = .internalError
    }
  }

  private init(_ error: GPUError) {
    switch error {
    case .libraryMissing, .functionMissing, .noUsableDevice, .noSuchDevice, .deviceUnusable, .unanswered:
      self = .noDevice
    // A document's pictures or layers can be too many for a device; all else is the driver's failure or ours.
    case .emptyRegion, .picturesTooLarge, .tooManyRecords, .overLimit: self = .badData
    case .textureTooLarge, .outOfMemory, .contextLost, .driverMessage, .shaderCompilation, .shaderLinking,
      .incompleteFramebuffer, .glError, .eglError:
      self = .internalError
    }
  }
}

extension PictureFailure: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension RenderError {
  /// Which limit was met; `nil` where it was none.
  public var limit: LimitExceeded.Kind? {
    switch self {
    case .overLimit(let limit), .plan(.overLimit(let limit)), .cpu(.overLimit(let limit)), .gpu(.overLimit(let limit)):
      limit.kind
    case .plan(.canvasTooLarge): .pixels
    case .plan, .cpu, .gpu: nil
    }
  }
}
