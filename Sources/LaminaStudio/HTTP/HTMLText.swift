#if Serve
/// Text inside of HTML.
enum HTMLText {
  /// A text as an element or an attribute in double quotes has it.
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
#endif
