import { ConfigError } from "#server/config.ts";

/** Errors whose message is one line for the operator. */
const spoken = new Set([
  "EmbeddedPostgresError",
  "LegalTextError",
  "MediaEngineError",
  "MigrationError",
  "RoleError",
  "StartError",
]);

/** A start that cannot go on, in one line for the operator. */
export class StartError extends Error {
  override name = "StartError";
}

/** The error of listening on a port; `setting` names the one that the port comes from, unless that is PORT. */
type PortError = NodeJS.ErrnoException & { port?: number; setting?: string };

/** Turns what stopped the start into what the operator should read: one clear line, or a bug with its stack. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError) return `Fanlight cannot start: wrong settings.\n${error.message}`;
  const { code, name, message, stack, port, setting = "PORT" } = error as PortError;
  if (code === "EADDRINUSE")
    return `Fanlight cannot start: port ${port} is taken; set ${setting} to a free one.`;
  if (code === "EACCES" && port)
    return `Fanlight cannot start: this port needs more rights; set ${setting} above 1023.`;
  if (spoken.has(name)) return `Fanlight cannot start: ${message}`;
  return `Fanlight cannot start.\n${stack ?? String(error)}`;
}
