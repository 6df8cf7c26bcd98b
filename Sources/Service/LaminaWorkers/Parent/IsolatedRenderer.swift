// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
public import Lamina

/// Draws documents in a process of its own, which is sandboxed so that it can do nothing but draw.
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
/// The worker is started with the first picture and runs until it is lost or this object is released; it opens no files
/// by itself. A program that uses this class calls ``IsolatedWorker/runIfAsked()`` first in its `main`. A renderer is
/// used by one thread at a time; several renderers draw in parallel.
public final class IsolatedRenderer {
  /// The settings of the workers.
  public var settings: WorkerSettings { keeper.settings }
  /// The protections that this system lacks, in words, once a worker has been started; empty if it has all of them.
  public var gaps: [String] { keeper.gaps }
  /// The last standard error output of the worker that was lost most recently: one line without control characters, of
  /// at most 4,096 bytes. It is meant for logs and not trusted; a document that has taken over the worker can write
  /// anything.
  public var lastWords: String { keeper.lastWords }
  /// The process number of the worker; `nil` while no worker runs.
  package var processIdentifier: Int32? { keeper.process?.process }
  private let keeper: WorkerKeeper
  /// The memory of the previous picture, and the worker that has it.
  private var pixels: SharedPixels?
  private var owner: WorkerProcess?

  /// Makes a renderer, without starting a worker.
  public init(_ settings: WorkerSettings = WorkerSettings()) {
    keeper = WorkerKeeper(settings)
  }

  /// Starts the worker now, rather than with the next picture; has no effect if one runs.
  ///
  /// - Throws: ``IsolationError/cannotStart(reason:)``, ``IsolationError/notIsolated(gaps:)``.
  public func start() throws(IsolationError) { try keeper.begin() }

  /// Draws a picture.
  ///
  /// - Parameters:
  ///   - request: The document, and how it is drawn.
  ///   - upload: The document, if it is in memory, with all files that it and values of the request may refer to.
  ///   - cancellation: Ends the worker in the middle of the picture, from any thread.
  /// - Throws: ``IsolationError``. After an error that means that the worker was lost, the next picture gets a new
  ///   worker, after a pause of 0.1 s that doubles with each consecutive loss, up to ``WorkerSettings/longestPause``.
  public func draw(
    _ request: SceneRequest, in upload: DocumentUpload? = nil, cancellation: PictureCancellation? = nil
  ) throws(IsolationError) -> IsolatedPicture {
    try draw(PictureOrder(request, in: upload), cancellation: cancellation)
  }

  /// Draws a picture of a document that may have an identity.
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

  /// Tells the worker to try an action that its sandbox must prevent.
  package func probe(_ probe: Probe, seconds: Double = 10) throws(IsolationError) -> Probe.Outcome {
    try keeper.converse(about: "a probe", for: seconds) { (conversation, deadline) throws(ChannelError) in
      try conversation.probe(probe, until: deadline)
    }
  }
}
