// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
public import Lamina

/// Draws documents in a process of its own, which can do nothing but draw.
///
///     let renderer = IsolatedRenderer()
///     for path in uploads {
///       do {
///         save(try renderer.draw(SceneRequest(path)).image)
///       } catch {
///         print(error)  // also where a document has brought the worker down; the next one gets another
///       }
///     }
///
/// The worker is started with the first picture and serves until it is lost or this object goes; it opens nothing by
/// itself. A program that uses this calls ``IsolatedWorker/runIfAsked()`` first in its `main`. Used by one thread at a
/// time; several of them draw side by side.
public final class IsolatedRenderer {
  /// What its workers are.
  public var settings: WorkerSettings { keeper.settings }
  /// What is not protected on this system, in words, once a worker has been started; empty where all is.
  public var gaps: [String] { keeper.gaps }
  /// What the worker that was lost last wrote to standard error: one line without control characters, of at most 4,096
  /// bytes. It is the worker's word, for logs; a document that has taken it over can write anything there.
  public var lastWords: String { keeper.lastWords }
  /// The worker's process; `nil` while there is none.
  package var processIdentifier: Int32? { keeper.process?.process }
  private let keeper: WorkerKeeper
  /// The memory that a worker has from its picture before, and which worker that is.
  private var pixels: SharedPixels?
  private var owner: WorkerProcess?

  /// Makes a renderer; nothing is started yet.
  public init(_ settings: WorkerSettings = WorkerSettings()) {
    keeper = WorkerKeeper(settings)
  }

  /// Starts the worker now, rather than with the next picture; does nothing where there is one.
  ///
  /// - Throws: ``IsolationError/cannotStart(reason:)``, ``IsolationError/notIsolated(gaps:)``.
  public func start() throws(IsolationError) { try keeper.begin() }

  /// Draws a picture.
  ///
  /// - Parameters:
  ///   - request: The document, and how it is drawn.
  ///   - upload: The document, if it is in memory, with all files that it and values of the request may name.
  ///   - cancellation: What ends the worker in the middle of the picture, from any thread.
  /// - Throws: ``IsolationError``. After one that says that the worker was lost, the next picture gets a new one, after
  ///   a pause of .1 s that doubles, up to ``WorkerSettings/longestPause``, with every loss that follows without a
  ///   success between.
  public func draw(
    _ request: SceneRequest, in upload: DocumentUpload? = nil, cancellation: PictureCancellation? = nil
  ) throws(IsolationError) -> IsolatedPicture {
    try draw(PictureOrder(request, in: upload), cancellation: cancellation)
  }

  /// Draws a picture of a document that may have a name.
  package func draw(
    _ order: PictureOrder, cancellation: PictureCancellation? = nil
  ) throws(IsolationError) -> IsolatedPicture {
    let (document, seconds) = (order.request.document, order.request.options.limits.time)
    try keeper.begin()
    if owner !== keeper.process { (pixels, owner) = (nil, keeper.process) }
    defer { if keeper.process == nil { (pixels, owner) = (nil, nil) } }
    let result = try keeper.converse(about: document, for: seconds, cancellation: cancellation) {
      (conversation, deadline) throws(ChannelError) in
      try conversation.draw(order, into: &pixels, until: deadline)
    }
    if settings.isForOneDocument { keeper.end() }
    switch result {
    case .success(let picture): return picture
    case .failure(let failure): throw .failed(failure)
    }
  }

  /// Has the worker try what it must not be able to do.
  package func probe(_ probe: Probe, seconds: Double = 10) throws(IsolationError) -> Probe.Outcome {
    try keeper.converse(about: "a probe", for: seconds) { (conversation, deadline) throws(ChannelError) in
      try conversation.probe(probe, until: deadline)
    }
  }
}
