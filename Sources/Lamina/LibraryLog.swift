internal import Logging

/// What the library says by itself: through swift-log with the label `lamina`, and nothing where the program set up no log.
///
/// swift-log writes to standard error where nobody chose a handler, which is the program's to fill, not a library's. A
/// program that chooses that very handler cannot be told from one that chose none: it sees the library's lines by letting
/// its handler take those of level `debug`.
enum LibraryLog {
  static func log(_ level: Logger.Level, _ message: @autoclosure () -> String) {
    let logger = Logger(label: "lamina")
    let isDefault = logger.handler is StreamLogHandler
    logger.log(level: isDefault ? min(level, .debug) : level, "\(message())")
  }
}
