import { waitTime } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";

type Refused = { status: number; body?: { message?: string; retry_after?: number | undefined } | undefined };

/** The sentence above the form when signing in or up was refused or got no answer. */
export function refusalWords({ status, body }: Refused): string {
  if (status === 0) return m.auth_no_answer();
  if (status === 401) return m.auth_wrong_pair();
  if (status === 403) return body?.message ?? m.auth_blocked();
  if (status === 429) return m.auth_too_many({ time: waitTime(body?.retry_after ?? 60) });
  return body?.message ?? m.auth_failed({ status });
}
