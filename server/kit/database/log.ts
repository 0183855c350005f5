/** The part of a pino logger that the database kit writes to. */
export type DatabaseLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** Swallows everything; for tests and tools whose output must stay clean. */
export const silentLog: DatabaseLog = { info() {}, warn() {}, error() {} };
