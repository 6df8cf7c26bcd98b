import Foundation

/// How much of the heap is in use.
enum HeapUse {
  /// Bytes handed out by the C library and not given back, on the main thread's arena and by mapping.
  static var bytes: Int {
    let info = mallinfo2()
    return Int(info.uordblks) + Int(info.hblkhd)
  }
}
