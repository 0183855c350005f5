import { createHash } from "node:crypto";
import type { Logger } from "#server/kit/log.ts";

/** Is this password known from a data leak? */
export type IsBreached = (password: string) => Promise<boolean>;

export type RangeService = {
  /** Base address of a range service of the Pwned Passwords protocol; null turns the check off. */
  url: string | null;
  log: Pick<Logger, "warn">;
  timeoutMs?: number;
};

const prefixLength = 5;

/**
 * Asks a range service (`GET /range/{first 5 of 40 hex digits}`, lines of `SUFFIX:COUNT`, Pwned Passwords API v3). Five
 * digits of the SHA-1 leave the server, never the password; padding hides how many lines match. When the service does
 * not answer, the password passes and a warning is logged.
 */
export function breachedPasswords({ url, log, timeoutMs = 2000 }: RangeService): IsBreached {
  if (url === null) return async () => false;
  return async (password) => {
    const digest = createHash("sha1").update(password).digest("hex").toUpperCase();
    const suffix = digest.slice(prefixLength);
    try {
      const answer = await fetch(`${url}/range/${digest.slice(0, prefixLength)}`, {
        headers: { "add-padding": "true", "user-agent": "fanlight" },
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return countOf(await answer.text(), suffix) > 0;
    } catch (error) {
      log.warn({ reason: (error as Error).message }, "breached passwords not checked");
      return false;
    }
  };
}

/** Padding lines have a count of 0. */
function countOf(lines: string, suffix: string): number {
  const line = lines.split(/\r?\n/).find((each) => each.toUpperCase().startsWith(`${suffix}:`));
  return Number(line?.slice(suffix.length + 1) ?? 0);
}
