/**
 * Where large files come ahead of their forms. It stands in the OpenAPI document as the extension `x-tus` and not among
 * the paths: tus has its own specification, and a description of single calls would not show how they follow each other.
 */
export const uploadsProtocol = {
  path: "/api/uploads",
  protocol: "tus",
  version: "1.0.0",
  extensions: ["creation", "termination"],
  specification: "https://tus.io/protocols/resumable-upload",
  access: ["fan", "model"],
  description:
    "`POST /api/uploads` begins an upload with `Authorization: Bearer`, `Tus-Resumable: 1.0.0`, `Upload-Length` in bytes and `Upload-Metadata` with `filetype` (a media type that the form takes, any other of a video, or none where it is unknown: the content decides) and `filename`; 201 answers its address as `Location`, whose last part is its id. `HEAD` of that address answers how much has come as `Upload-Offset`, `PATCH` with `Content-Type: application/offset+octet-stream` and that offset adds to it (204), `DELETE` gives it up (204). A whole upload takes the place of a file in a form by the field `upload_id`, once, within a day. An upload is there for its owner alone. Refusals are JSON as everywhere: 401, 403 for staff, 404 for an upload that is unknown or another's, 409 for another offset than the upload's, 413 for a file that is too large or more bytes than declared, 415 for a type that no form takes, 422 for an empty file, 400 for headers that cannot be read, 429 for too many uploads that no form has used.",
} as const;
