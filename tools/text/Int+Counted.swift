extension Int {
  /// The number with its noun: `1 layer`, `2 layers`, `2 passes`.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(self) \(plural ?? noun + "s")"
  }
}
