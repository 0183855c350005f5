import type { LightMyRequestResponse } from "fastify";

const whole = "a film of ten thousand words";
const size = whole.length;

/** A file of which {@link rangeAnswers} are parts. */
export const rangedFile = Buffer.from(whole);

type Asked = { range?: string; "if-range"?: string };
type Answer = { status: number; contentRange?: string; body: string };

const part = (from: number, to: number): Answer => ({
  status: 206,
  contentRange: `bytes ${from}-${to}/${size}`,
  body: whole.slice(from, to + 1),
});
const all: Answer = { status: 200, body: whole };
const none: Answer = { status: 416, contentRange: `bytes */${size}`, body: "" };

/** The answers to a GET of {@link rangedFile} (RFC 9110, section 14); ETAG stands for the file's own. */
export const rangeAnswers: readonly (readonly [asked: Asked, answer: Answer])[] = [
  [{}, all],
  [{ range: "bytes=2-5" }, part(2, 5)],
  [{ range: "Bytes=0-1" }, part(0, 1)],
  [{ range: "bytes=-5" }, part(size - 5, size - 1)],
  [{ range: "bytes=0-" }, part(0, size - 1)],
  [{ range: `bytes=0-${size - 1}` }, part(0, size - 1)],
  [{ range: "bytes=0-99999999999999999999" }, part(0, size - 1)],
  [{ range: "bytes=-500" }, part(0, size - 1)],
  [{ range: `bytes=${size}-` }, none],
  [{ range: "bytes=99999999999999999999-" }, none],
  [{ range: "bytes=-0" }, none],
  [{ range: "bytes=0-3", "if-range": "ETAG" }, part(0, 3)],
  [{ range: "bytes=0-3", "if-range": '"another"' }, all],
  [{ range: "bytes=0-3", "if-range": "Sat, 21 Nov 2026 12:00:00 GMT" }, all],
  [{ range: "bytes=0-3,5-7" }, all],
  [{ range: "bytes=5-3" }, all],
  [{ range: "bytes=-" }, all],
  [{ range: "pages=0-3" }, all],
];

/** An answer in the terms of {@link rangeAnswers}. */
export const answerOf = ({ statusCode, headers, body }: LightMyRequestResponse): Answer => ({
  status: statusCode,
  ...(headers["content-range"] === undefined ? {} : { contentRange: String(headers["content-range"]) }),
  body,
});
