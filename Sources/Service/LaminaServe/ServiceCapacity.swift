// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
package import ArgumentParser
import LaminaWorkers

/// The limits on simultaneous requests and on kept data: the options of `lamina serve` that the service itself reads.
package struct ServiceCapacity: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "How many pictures may wait for a worker; further ones are refused with 429. (default: 256)", valueName: "n"),
    transform: { try ParameterText.wholeNumber($0, in: 1...1_000_000) })
  package var queue = 256

  @Option(
    help: ArgumentHelp("How long a picture may wait for a worker. (default: 30)", valueName: "seconds"),
    transform: ParameterText.positiveNumber)
  package var maxWait = 30.0

  @Option(
    help: ArgumentHelp("The longest body of a request. (default: 64M)", valueName: "bytes"),
    transform: ParameterText.byteCount)
  package var maxBody = 64 << 20

  @Option(
    help: ArgumentHelp("The most that the bodies of all requests hold together. (default: 1G)", valueName: "bytes"),
    transform: ParameterText.byteCount)
  package var maxUploads = 1 << 30

  @Option(
    help: ArgumentHelp("How long a client may take to send a body. (default: 30)", valueName: "seconds"),
    transform: ParameterText.positiveNumber)
  package var maxBodyTime = 30.0

  @Option(
    help: ArgumentHelp("How long a connection may say nothing. (default: 60)", valueName: "seconds"),
    transform: ParameterText.positiveNumber)
  package var idle = 60.0

  @Option(
    help: ArgumentHelp("How many connections there may be; further ones wait. (default: 1024)", valueName: "n"),
    transform: { try ParameterText.wholeNumber($0, in: 1...1_000_000) })
  package var connections = 1024

  @Option(
    help: ArgumentHelp(
      "How long requests that have begun may go on after SIGTERM. (default: 30)", valueName: "seconds"),
    transform: ParameterText.positiveNumber)
  package var drain = 30.0

  @Option(
    help: ArgumentHelp("The most that documents take that are kept by PUT. (default: 256M)", valueName: "bytes"),
    transform: ParameterText.byteCount)
  package var maxDocuments = 256 << 20

  @Option(
    help: ArgumentHelp("The most that pictures of these take that are kept. (default: 256M)", valueName: "bytes"),
    transform: ParameterText.byteCount)
  package var cache = 256 << 20

  @Option(
    help: ArgumentHelp(
      "A folder for what survives the service: films and their list. (default: none, and no films)", valueName: "folder"
    ))
  package var state: String?

  @Option(
    help: ArgumentHelp("How many films are made side by side. (default: 1)", valueName: "n"),
    transform: { try ParameterText.wholeNumber($0, in: 1...64) })
  package var films = 1

  @Option(
    help: ArgumentHelp("How many workers make a film on the CPU. (default: 1)", valueName: "n"),
    transform: { try ParameterText.wholeNumber($0, in: 1...1024) })
  package var filmJobs = 1

  @Option(
    help: ArgumentHelp("How many films are kept. (default: 1000)", valueName: "n"),
    transform: { try ParameterText.wholeNumber($0, in: 1...1_000_000) })
  package var maxFilms = 1000

  /// Makes an instance for the argument parser to fill.
  package init() {}
}
#endif
