import ArgumentParser

@main struct LaminaCommand: ParsableCommand {}
