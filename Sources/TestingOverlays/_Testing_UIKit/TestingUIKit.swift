// Swift Testing has a part for UIKit, which the compiler asks for in a file that imports both. Apple's comes with its platforms;
// on this one Swift Testing alone is enough.

@_exported public import Testing
