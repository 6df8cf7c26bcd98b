// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Lamina
import LaminaExport
import LaminaGraphics

/// What the service answers to, for programs (OpenAPI 3.1). The tests hold the service to it.
enum ServiceDescription {
  /// The document, as JSON.
  static let text = template.replacing("VERSION", with: LaminaVersion.current)
    .replacing("PICTURE_TYPES", with: pictureTypes).replacing(
      "PICTURE_FORMATS", with: list(PictureFormat.allCases.map(\.rawValue))
    )
    .replacing("FILM_FORMATS", with: list(MovingFormat.allCases.map(\.rawValue)))

  /// The media types of all formats, as members of a picture's content.
  private static let pictureTypes = PictureFormat.allCases.map {
    #""\#($0.mediaType)": {"schema": {"type": "string", "format": "binary"}}"#
  }.joined(separator: ",\n         ")

  /// Names as members of a list.
  private static func list(_ names: [String]) -> String { names.map { #""\#($0)""# }.joined(separator: ", ") }

  private static let template = #"""
    {
     "openapi": "3.1.0",
     "info": {
      "title": "Lamina", "version": "VERSION", "summary": "Core Animation documents to pictures and films.",
      "description": "A parameter with a dot in its name sets a value: layerName.keyPath=value."
     },
     "security": [{}, {"token": []}],
     "paths": {
      "/healthz": {
       "get": {
        "operationId": "health",
        "responses": {"200": {"description": "Yes.", "content": {"text/plain": {"schema": {"type": "string"}}}}},
        "security": []
       }
      },
      "/readyz": {
       "get": {
        "operationId": "readiness",
        "responses": {
         "200": {"description": "Yes.", "content": {"text/plain": {"schema": {"type": "string"}}}},
         "5XX": {"$ref": "#/components/responses/Problem"}
        },
        "security": []
       }
      },
      "/metrics": {
       "get": {
        "operationId": "metrics",
        "responses": {
         "200": {"description": "Yes.", "content": {"text/plain": {"schema": {"type": "string"}}}},
         "4XX": {"$ref": "#/components/responses/Problem"}
        }
       }
      },
      "/v1/openapi.json": {
       "get": {
        "operationId": "description",
        "responses": {
         "200": {"description": "This document.", "content": {"application/json": {"schema": {"type": "object"}}}}
        },
        "security": []
       }
      },
      "/v1/pictures": {
       "post": {
        "operationId": "draw", "summary": "Draws a document.",
        "parameters": [
         {"$ref": "#/components/parameters/size"}, {"$ref": "#/components/parameters/scale"},
         {"$ref": "#/components/parameters/background"}, {"$ref": "#/components/parameters/time"},
         {"$ref": "#/components/parameters/progress"}, {"$ref": "#/components/parameters/frame"},
         {"$ref": "#/components/parameters/marker"}, {"$ref": "#/components/parameters/state"},
         {"$ref": "#/components/parameters/from-state"}, {"$ref": "#/components/parameters/tilt"},
         {"$ref": "#/components/parameters/lottie-motion"},
         {"$ref": "#/components/parameters/overlay"}, {"$ref": "#/components/parameters/renderer"},
         {"$ref": "#/components/parameters/format"}, {"$ref": "#/components/parameters/compression"},
         {"$ref": "#/components/parameters/quality"}, {"$ref": "#/components/parameters/strict"},
         {"$ref": "#/components/parameters/Lamina-Max-Time"}, {"$ref": "#/components/parameters/Lamina-Max-Pixels"},
         {"$ref": "#/components/parameters/Lamina-Max-Touched"}, {"$ref": "#/components/parameters/Lamina-Max-Elements"},
         {"$ref": "#/components/parameters/Lamina-Max-Depth"}, {"$ref": "#/components/parameters/Lamina-Max-Memory"}
        ],
        "requestBody": {"$ref": "#/components/requestBodies/Document"},
        "responses": {
         "200": {"$ref": "#/components/responses/Picture"}, "4XX": {"$ref": "#/components/responses/Problem"},
         "5XX": {"$ref": "#/components/responses/Problem"}
        }
       }
      },
      "/v1/documents": {
       "put": {
        "operationId": "keep", "summary": "Keeps a document under its digest.",
        "requestBody": {"$ref": "#/components/requestBodies/Document"},
        "responses": {
         "200": {
          "description": "It was kept already.",
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Document"}}}
         },
         "201": {
          "description": "It is kept.",
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Document"}}}
         },
         "4XX": {"$ref": "#/components/responses/Problem"}, "5XX": {"$ref": "#/components/responses/Problem"}
        }
       }
      },
      "/v1/documents/{digest}": {
       "parameters": [{"$ref": "#/components/parameters/digest"}],
       "get": {
        "operationId": "document",
        "responses": {
         "200": {
          "description": "What is kept.",
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Document"}}}
         },
         "4XX": {"$ref": "#/components/responses/Problem"}
        }
       },
       "delete": {
        "operationId": "forget",
        "responses": {
         "204": {"description": "It is not kept any more."}, "4XX": {"$ref": "#/components/responses/Problem"}
        }
       }
      },
      "/v1/documents/{digest}/picture": {
       "parameters": [{"$ref": "#/components/parameters/digest"}],
       "get": {
        "operationId": "drawKept", "summary": "Draws a kept document, with values set.",
        "parameters": [
         {"$ref": "#/components/parameters/size"}, {"$ref": "#/components/parameters/scale"},
         {"$ref": "#/components/parameters/background"}, {"$ref": "#/components/parameters/time"},
         {"$ref": "#/components/parameters/progress"}, {"$ref": "#/components/parameters/frame"},
         {"$ref": "#/components/parameters/marker"}, {"$ref": "#/components/parameters/state"},
         {"$ref": "#/components/parameters/from-state"}, {"$ref": "#/components/parameters/tilt"},
         {"$ref": "#/components/parameters/lottie-motion"},
         {"$ref": "#/components/parameters/overlay"}, {"$ref": "#/components/parameters/renderer"},
         {"$ref": "#/components/parameters/format"}, {"$ref": "#/components/parameters/compression"},
         {"$ref": "#/components/parameters/quality"}, {"$ref": "#/components/parameters/strict"},
         {"$ref": "#/components/parameters/Lamina-Max-Time"}, {"$ref": "#/components/parameters/Lamina-Max-Pixels"},
         {"$ref": "#/components/parameters/Lamina-Max-Touched"}, {"$ref": "#/components/parameters/Lamina-Max-Elements"},
         {"$ref": "#/components/parameters/Lamina-Max-Depth"}, {"$ref": "#/components/parameters/Lamina-Max-Memory"},
         {"$ref": "#/components/parameters/If-None-Match"}
        ],
        "responses": {
         "200": {"$ref": "#/components/responses/Picture"}, "304": {"description": "The client has it."},
         "4XX": {"$ref": "#/components/responses/Problem"}, "5XX": {"$ref": "#/components/responses/Problem"}
        }
       }
      },
      "/v1/films": {
       "get": {
        "operationId": "films",
        "responses": {
         "200": {
          "description": "All films, the latest first.",
          "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Film"}}}}
         },
         "4XX": {"$ref": "#/components/responses/Problem"}, "5XX": {"$ref": "#/components/responses/Problem"}
        }
       },
       "post": {
        "operationId": "addFilm", "summary": "Makes a film of a document, as a job.",
        "parameters": [
         {"$ref": "#/components/parameters/size"}, {"$ref": "#/components/parameters/scale"},
         {"$ref": "#/components/parameters/background"}, {"$ref": "#/components/parameters/state"},
         {"$ref": "#/components/parameters/from-state"}, {"$ref": "#/components/parameters/tilt"},
         {"$ref": "#/components/parameters/lottie-motion"},
         {"$ref": "#/components/parameters/filmFormat"}, {"$ref": "#/components/parameters/fps"},
         {"$ref": "#/components/parameters/from"}, {"$ref": "#/components/parameters/to"},
         {"$ref": "#/components/parameters/frames"}
        ],
        "requestBody": {"$ref": "#/components/requestBodies/Document"},
        "responses": {
         "202": {
          "description": "It is queued.",
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Film"}}}
         },
         "4XX": {"$ref": "#/components/responses/Problem"}, "5XX": {"$ref": "#/components/responses/Problem"}
        }
       }
      },
      "/v1/films/{film}": {
       "parameters": [{"$ref": "#/components/parameters/film"}],
       "get": {
        "operationId": "film",
        "responses": {
         "200": {
          "description": "How far it is.",
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Film"}}}
         },
         "4XX": {"$ref": "#/components/responses/Problem"}, "5XX": {"$ref": "#/components/responses/Problem"}
        }
       },
       "delete": {
        "operationId": "endFilm",
        "responses": {
         "204": {"description": "It is ended, and all of it removed."},
         "4XX": {"$ref": "#/components/responses/Problem"}, "5XX": {"$ref": "#/components/responses/Problem"}
        }
       }
      },
      "/v1/films/{film}/events": {
       "parameters": [{"$ref": "#/components/parameters/film"}],
       "get": {
        "operationId": "filmEvents",
        "responses": {
         "200": {
          "description": "What becomes of it: progress, and one end.",
          "content": {"text/event-stream": {"schema": {"type": "object"}}}
         },
         "4XX": {"$ref": "#/components/responses/Problem"}, "5XX": {"$ref": "#/components/responses/Problem"}
        }
       }
      },
      "/v1/films/{film}/frame": {
       "parameters": [{"$ref": "#/components/parameters/film"}],
       "get": {
        "operationId": "filmFrame",
        "responses": {
         "200": {
          "description": "The frame that was finished last.",
          "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}
         },
         "4XX": {"$ref": "#/components/responses/Problem"}, "5XX": {"$ref": "#/components/responses/Problem"}
        }
       }
      },
      "/v1/films/{film}/result": {
       "parameters": [{"$ref": "#/components/parameters/film"}],
       "get": {
        "operationId": "filmResult", "parameters": [{"$ref": "#/components/parameters/Range"}],
        "responses": {
         "200": {"description": "The film.", "content": {"*/*": {"schema": {"type": "string", "format": "binary"}}}},
         "206": {"description": "A part of it.", "content": {"*/*": {"schema": {"type": "string", "format": "binary"}}}},
         "4XX": {"$ref": "#/components/responses/Problem"}, "5XX": {"$ref": "#/components/responses/Problem"}
        }
       }
      }
     },
     "components": {
      "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
      "responses": {
       "Problem": {
        "description": "Why there is no other answer.",
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
       },
       "Picture": {
        "description": "The picture.",
        "headers": {
         "Lamina-Size": {"schema": {"type": "string"}}, "Lamina-Diagnostics": {"schema": {"type": "integer"}}
        },
        "content": {
         PICTURE_TYPES,
         "application/json": {"schema": {"$ref": "#/components/schemas/Picture"}}
        }
       }
      },
      "schemas": {
       "Problem": {
        "type": "object", "required": ["type", "title", "status", "detail", "code", "request"],
        "properties": {
         "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"},
         "detail": {"type": "string"}, "code": {"type": "string"}, "parameter": {"type": "string"},
         "limit": {"type": "string"}, "request": {"type": "string"}
        }
       },
       "Picture": {
        "type": "object",
        "required": ["format", "width", "height", "renderer", "diagnostics", "timings", "counters", "picture"],
        "properties": {
         "format": {"type": "string"}, "width": {"type": "integer"}, "height": {"type": "integer"},
         "renderer": {"type": "string"},
         "diagnostics": {"type": "array", "items": {"$ref": "#/components/schemas/Diagnostic"}},
         "timings": {"type": "object", "description": "Milliseconds.", "additionalProperties": {"type": "number"}},
         "counters": {"type": "object", "additionalProperties": {"type": "integer"}},
         "picture": {"type": "string", "contentEncoding": "base64"}
        }
       },
       "Diagnostic": {
        "type": "object", "required": ["severity", "code", "message"],
        "properties": {
         "severity": {"type": "string", "enum": ["note", "warning"]}, "code": {"type": "string"},
         "message": {"type": "string"}, "file": {"type": "string"}, "line": {"type": "integer"},
         "column": {"type": "integer"}, "layer": {"type": "string"}
        }
       },
       "Document": {
        "type": "object", "required": ["digest", "bytes", "files", "picture"],
        "properties": {
         "digest": {"type": "string"}, "bytes": {"type": "integer"},
         "files": {"type": "array", "items": {"type": "string"}}, "picture": {"type": "string"}
        }
       },
       "Film": {
        "type": "object", "required": ["id", "state", "created", "finished", "events", "frame", "result"],
        "properties": {
         "id": {"type": "string"},
         "state": {"type": "string", "enum": ["queued", "running", "finished", "failed"]},
         "created": {"type": "number"}, "total": {"type": "integer"}, "finished": {"type": "integer"},
         "framesPerSecond": {"type": "number"}, "secondsLeft": {"type": "number"}, "bytes": {"type": "integer"},
         "seconds": {"type": "number"}, "detail": {"type": "string"}, "job": {"type": "string"}, "events": {"type": "string"},
         "frame": {"type": "string"}, "result": {"type": "string"}
        }
       }
      },
      "parameters": {
       "size": {
        "name": "size", "in": "query", "description": "Exactly so many pixels; excludes scale.",
        "schema": {"type": "string", "pattern": "^[1-9][0-9]{0,3}x[1-9][0-9]{0,3}$"}
       },
       "scale": {
        "name": "scale", "in": "query", "description": "Pixels a point.",
        "schema": {"type": "number", "exclusiveMinimum": 0, "maximum": 16}
       },
       "background": {
        "name": "background", "in": "query", "description": "The colour behind the finished picture.",
        "schema": {"type": "string", "pattern": "^(none|#[0-9a-f]{3}|#[0-9a-f]{4}|#[0-9a-f]{6}|#[0-9a-f]{8})$"}
       },
       "time": {"name": "time", "in": "query", "description": "Seconds of the root.", "schema": {"type": "number"}},
       "progress": {
        "name": "progress", "in": "query",
        "description": "A fraction of the animation, of a document with frames; excludes frame and marker.",
        "schema": {"type": "number"}
       },
       "frame": {
        "name": "frame", "in": "query",
        "description": "A frame by the document's own numbers; excludes progress and marker.",
        "schema": {"type": "number"}
       },
       "marker": {
        "name": "marker", "in": "query", "description": "The beginning of a marker; excludes progress and frame.",
        "schema": {"type": "string"}
       },
       "state": {
        "name": "state", "in": "query", "description": "The state that the scene is in.", "schema": {"type": "string"}
       },
       "from-state": {
        "name": "from-state", "in": "query", "description": "The state that it comes from.", "schema": {"type": "string"}
       },
       "tilt": {
        "name": "tilt", "in": "query", "description": "How a device is held that shows it.",
        "schema": {"type": "string", "pattern": "^(-?0\\.[0-9]+|-?[01]),(-?0\\.[0-9]+|-?[01])$"}
       },
       "lottie-motion": {
        "name": "lottie-motion", "in": "query",
        "description": "How Lottie files move along spatial curves: by length, or by the curve's parameter.",
        "schema": {"type": "string", "enum": ["length", "core-animation"]}
       },
       "overlay": {
        "name": "overlay", "in": "query", "description": "Colours the picture by what it costs.",
        "schema": {"type": "string", "enum": ["blended", "offscreen", "overdraw", "bounds"]}
       },
       "renderer": {
        "name": "renderer", "in": "query", "description": "What draws.",
        "schema": {"type": "string", "enum": ["auto", "gpu", "cpu"]}
       },
       "format": {
        "name": "format", "in": "query", "description": "What the picture is handed over as; without it Accept says.",
        "schema": {"type": "string", "enum": [PICTURE_FORMATS]}
       },
       "compression": {
        "name": "compression", "in": "query", "description": "Of PNG.",
        "schema": {"type": "string", "enum": ["fast", "small"]}
       },
       "quality": {
        "name": "quality", "in": "query", "description": "Of JPEG and WebP.",
        "schema": {"type": "number", "minimum": 0, "maximum": 1}
       },
       "strict": {
        "name": "strict", "in": "query", "description": "Whether a warning of the document is a failure.",
        "schema": {"type": "string", "enum": ["true", "false"]}
       },
       "Lamina-Max-Time": {
        "name": "Lamina-Max-Time", "in": "header", "schema": {"type": "number", "exclusiveMinimum": 0}
       },
       "Lamina-Max-Pixels": {"name": "Lamina-Max-Pixels", "in": "header", "schema": {"type": "integer", "minimum": 1}},
       "Lamina-Max-Touched": {"name": "Lamina-Max-Touched", "in": "header", "schema": {"type": "integer", "minimum": 1}},
       "Lamina-Max-Elements": {"name": "Lamina-Max-Elements", "in": "header", "schema": {"type": "integer", "minimum": 1}},
       "Lamina-Max-Depth": {"name": "Lamina-Max-Depth", "in": "header", "schema": {"type": "integer", "minimum": 1}},
       "Lamina-Max-Memory": {"name": "Lamina-Max-Memory", "in": "header", "schema": {"type": "integer", "minimum": 1}},
       "digest": {
        "name": "digest", "in": "path", "required": true, "schema": {"type": "string", "pattern": "^[0-9a-f]{64}$"}
       },
       "If-None-Match": {"name": "If-None-Match", "in": "header", "schema": {"type": "string"}},
       "filmFormat": {
        "name": "format", "in": "query", "description": "What the film becomes.",
        "schema": {"type": "string", "enum": [FILM_FORMATS]}
       },
       "fps": {
        "name": "fps", "in": "query", "description": "Frames a second.",
        "schema": {"type": "string", "pattern": "^[1-9][0-9]{0,2}(\\.[0-9]{1,3})?$"}
       },
       "from": {
        "name": "from", "in": "query", "description": "The time of frame 0, in seconds.", "schema": {"type": "number"}
       },
       "to": {
        "name": "to", "in": "query", "description": "Where the film ends, in seconds.", "schema": {"type": "number"}
       },
       "frames": {
        "name": "frames", "in": "query", "description": "Only these frames: a..b, or one.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,6}(\\.\\.[0-9]{1,6})?$"}
       },
       "film": {
        "name": "film", "in": "path", "required": true, "schema": {"type": "string", "pattern": "^[0-9a-f-]{36}$"}
       },
       "Range": {"name": "Range", "in": "header", "schema": {"type": "string"}}
      },
      "requestBodies": {
       "Document": {
        "required": true,
        "content": {
         "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
         "application/xml": {"schema": {"type": "string", "format": "binary"}},
         "application/json": {"schema": {"type": "object"}},
         "application/zip": {"schema": {"type": "string", "format": "binary"}},
         "multipart/form-data": {
          "schema": {
           "type": "object", "required": ["document"], "properties": {"document": {"type": "string", "format": "binary"}}
          }
         }
        }
       }
      }
     }
    }
    """#
}
#endif
