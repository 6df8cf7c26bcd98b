/// Work on paths that takes seconds where a path has hundreds of thousands of segments, and ends early where nobody wants it any more.
///
/// Who starts it says when that is, and throws away what comes of it then; loops ask every thousand steps.
package enum LongWork {
  /// Whether what is made on this thread is wanted no more; `nil` where all of it is.
  @TaskLocal package static var isOver: (@Sendable () -> Bool)?
  /// How many steps loops take between two looks.
  package static let stride = 1024
}
