import type { z } from "zod";

/** The roles that may call an endpoint. The server decides from the token alone. */
export const roles = ["fan", "model", "admin"] as const;
export type Role = (typeof roles)[number];
export type Access = "public" | readonly Role[];

export type Method = "GET" | "POST" | "DELETE";

/** Method and path in OpenAPI notation, for example `GET /api/stream/{slug}`. */
export type EndpointKey = `${Method} /${string}`;

/** One file of a multipart/form-data body. */
export type FilePart = {
  /** Media types to offer in a file dialog; the server checks the content itself. */
  accept: readonly string[];
  bytesMax: number;
  /** The form may do without it. */
  optional?: true;
  /**
   * The file may be large: it is written to disk while it comes in, and the handler gets its path. It may also come
   * before the form, by `/api/uploads`; the form's field `upload_id` names it then.
   */
  onDisk?: true;
};

/** A file as a handler receives it, whole and never longer than its part allows. */
export type UploadedFile = { bytes: Uint8Array; name: string };
/** A large file on disk. It is gone when the handler has answered, unless the handler moved it away. */
export type UploadedLargeFile = { path: string; size: number; name: string };

/** One endpoint, described once for the server, the browser's client and the OpenAPI document. */
export type Endpoint = {
  summary: string;
  access: Access;
  /** Roles of `access` that the handler refuses with 403 and a message of its own. */
  turnsAway?: readonly Role[];
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is multipart/form-data: these files beside the text fields of `body`. */
  files?: Readonly<Record<string, FilePart>>;
  /** The body is an HTML form (application/x-www-form-urlencoded), answered by a page where one is accepted. */
  form?: true;
  /** Served on the photos origin, where the token comes in the header `access-token`. */
  photos?: true;
  /**
   * A guest's answer depends on nothing but address and language: guests who ask side by side get one answer, read
   * after all of them had asked.
   */
  guestsShare?: true;
  /** A GET that changes something, because its specification says so. HEAD of it is not served. */
  getChanges?: true;
  /** The call moves tokens or money: it accepts an `Idempotency-Key` header. */
  idempotent?: true;
  /** Answer shape by status. Shapes under 400 are stripped to what is declared here. */
  responses: Readonly<Record<number, z.ZodType>>;
};

export type Contract = Readonly<Record<EndpointKey, Endpoint>>;

type Files = Readonly<Record<string, FilePart>>;
/** A file for each part, and perhaps one for those that the form may do without. */
type FormFiles<F extends Files, Small, Large> = {
  [Name in keyof F as F[Name] extends { optional: true } ? never : Name]: F[Name] extends { onDisk: true }
    ? Large
    : Small;
} & {
  [Name in keyof F as F[Name] extends { optional: true } ? Name : never]?: F[Name] extends { onDisk: true }
    ? Large
    : Small;
};

/** The files that a caller sends: the large file may have come before. */
type SentFiles<F extends Files> = {
  [Name in keyof F as F[Name] extends { optional: true } | { onDisk: true } ? never : Name]: Blob;
} & { [Name in keyof F as F[Name] extends { optional: true } | { onDisk: true } ? Name : never]?: Blob };

type Part<E extends Endpoint, K extends "params" | "query" | "body"> = E[K] extends z.ZodType ? E[K] : never;

/** The input that a caller sends, before defaults are filled in. */
export type CallInput<E extends Endpoint> = ([Part<E, "params">] extends [never]
  ? unknown
  : { params: z.input<Part<E, "params">> }) &
  ([Part<E, "query">] extends [never] ? unknown : { query: z.input<Part<E, "query">> }) &
  ([Part<E, "body">] extends [never] ? unknown : { body: z.input<Part<E, "body">> }) &
  (E["files"] extends Files ? { files: SentFiles<E["files"]> } : unknown);

/** The input that a handler receives, after validation. */
export type HandlerInput<E extends Endpoint> = {
  params: [Part<E, "params">] extends [never] ? undefined : z.output<Part<E, "params">>;
  query: [Part<E, "query">] extends [never] ? undefined : z.output<Part<E, "query">>;
  body: [Part<E, "body">] extends [never] ? undefined : z.output<Part<E, "body">>;
  files: E["files"] extends Files ? FormFiles<E["files"], UploadedFile, UploadedLargeFile> : undefined;
};

/** Every answer an endpoint declares, as a union discriminated by `status`. */
export type Answer<E extends Endpoint> = {
  [S in keyof E["responses"] & number]: { status: S; body: z.output<E["responses"][S]> };
}[keyof E["responses"] & number];
