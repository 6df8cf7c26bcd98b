extension CALayer {
  /// The states that the layer can be put in, with the layers below it.
  ///
  /// - Default: `nil`.
  /// - Conformance: caml.md 1.6
  public final var states: [CAState]? {
    get { attachments?.states }
    set { attach(newValue, at: \.states) }
  }

  /// The layer's state of a name; the first where there are several.
  public final func state(named name: String) -> CAState? { states?.first { $0.name == name } }

  /// A state and those that it is based on, the outermost first. A chain that leads back to itself ends there.
  public final func chain(of state: CAState) -> [CAState] {
    var result = [state]
    while let name = result.last?.basedOn, let next = self.state(named: name), !result.contains(where: { $0 === next })
    {
      result.append(next)
    }
    return result.reversed()
  }
}
