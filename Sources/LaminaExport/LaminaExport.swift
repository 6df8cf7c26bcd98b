// What a film is made of belongs to its interface: rates, clips, sounds.
@_exported public import LaminaVideo
