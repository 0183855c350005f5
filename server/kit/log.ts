import type { FastifyBaseLogger } from "fastify";
import { type Logger as PinoLogger, pino, stdSerializers } from "pino";
import { standardOutput } from "./standard-output.ts";

export type Logger = Pick<FastifyBaseLogger, "info" | "warn" | "error" | "debug">;

/** Names whose values never reach a log line, wherever they stand. */
const secretNames = [
  "password",
  "password_confirmation",
  "current_password",
  "accessToken",
  "access_token",
  "code_verifier",
  "client_secret",
  "token",
  "ticket",
  "authorization",
  "cookie",
  "card_number",
  "card_cvc",
  "card_expiry_month",
  "card_expiry_year",
  "payment_token",
  "key",
  "secret",
];

/** The fields that PostgreSQL adds to the message of an error: rows and values as people gave them. */
const rowWords = ["detail", "where", "internalQuery"];

/** An error as it is logged, with those within it, and without the rows that they are about; anything else as it is. */
function writtenError(error: Error): unknown {
  const written = stdSerializers.err(error);
  if (written !== (error as unknown)) dropRows(written, Object.getPrototypeOf(written));
  return written;
}

/** `kind`: the prototype of what pino has made of an error; all else is the caller's, and stays. */
function dropRows(written: object, kind: unknown): void {
  for (const word of rowWords) Reflect.deleteProperty(written, word);
  for (const within of Object.values(written).flat())
    if (within !== null && typeof within === "object" && Object.getPrototypeOf(within) === kind)
      dropRows(within, kind);
}

/**
 * The keys that the logger writes on a line itself: a second one of these keys would hide one of the two from whoever
 * parses it.
 */
const keysOfLogger = new Set(["level", "time", "node", "msg"]);

/** Puts `logged_` before those logged keys that are the logger's own. */
function withOwnKeys(logged: Record<string, unknown>): Record<string, unknown> {
  if (!Object.keys(logged).some((key) => keysOfLogger.has(key))) return logged;
  return Object.fromEntries(
    Object.entries(logged).map(([key, value]) => [keysOfLogger.has(key) ? `logged_${key}` : key, value]),
  );
}

/** Structured JSON log on standard output, or human-sized silence in tests. `level` as in pino; `node` stands on every line. */
export function createLogger(
  level: string,
  destination?: { write(line: string): void },
  node?: string,
): PinoLogger {
  const redact = {
    paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    censor: "[redacted]",
  };
  const options = {
    level,
    redact,
    // By itself pino writes only an `err` out; any other error would stand there as `{}`.
    serializers: { err: writtenError, error: writtenError },
    formatters: { log: withOwnKeys },
    base: node === undefined ? undefined : { node },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return pino(options, destination ?? standardOutput());
}
