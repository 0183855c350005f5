/** Why the database that comes with the product could not be started. */
export type EmbeddedFailureCode =
  | "data_folder_not_writable"
  | "already_in_use"
  | "damaged"
  | "other_version"
  | "platform_not_supported"
  | "no_unprivileged_user"
  | "did_not_start";

/** The message is one line: what is wrong and what the operator can do. */
export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedFailureCode;
  constructor(code: EmbeddedFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EmbeddedPostgresError";
    this.code = code;
  }
}
