import Foundation
import Lamina
import LaminaExport

/// What `lamina bench --export --json` writes.
private struct ExportBenchReport: Encodable {
  var lamina = LaminaVersion.current
  var environment = BenchEnvironment()
  var films: [String: [ExportCourse]] = [:]
  var pictures: [PictureCourse] = []
}

extension BenchCommand {
  /// Measures exports of each scene, then the encoder of pictures.
  func runExports(_ console: Console) throws {
    var report = ExportBenchReport()
    let choice = renderers?.first == .gpu ? RendererChoice.gpu(device.selection) : .cpu(threads: threads?.first)
    for name in scenes.isEmpty ? ["@cards-moving:100"] : scenes {
      let subject = try subject(name, console)
      let bench = ExportBench(
        subject: subject, options: canvas.renderOptions(limits), frames: frames, choice: choice, jobs: threads?.first)
      do {
        let courses = try bench.run()
        report.films[subject.name] = courses
        try say("\(subject.name), \(choice)\n\n\(courses.text)\n", console)
      } catch let error as ExportError {
        throw CommandFailure(error, console: console)
      } catch let error as RenderError {
        throw CommandFailure(error, scene: subject.name, console: console)
      }
    }
    do throws(GraphicsError) {
      report.pictures = try makePictures()
    } catch {
      throw CommandFailure(error, path: "", console: console)
    }
    try say(report.pictures.text, console)
    if let json { try writeJSON(report, to: json, console) }
  }

  private func makePictures() throws(GraphicsError) -> [PictureCourse] {
    var pictures: [PictureCourse] = []
    let rounds = min(frames, 10)
    let (width, height) = (canvas.size.size?.width ?? 1920, canvas.size.size?.height ?? 1080)
    let source = CardsScene.makeMoving(count: 100)
    var options = RenderOptions()
    options.size = PixelSize(width: width, height: height)
    if let flat = try? Renderer(.cpu(threads: nil)).render(source.root, options: options).image {
      pictures.append(try PictureCourse("flat (100 cards)", flat, rounds: rounds))
    }
    if let photograph = PictureCourse.makePhotograph(width: width, height: height) {
      pictures.append(try PictureCourse("photograph", photograph, rounds: rounds))
    }
    return pictures
  }
}
