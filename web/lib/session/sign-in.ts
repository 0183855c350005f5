import type { Session } from "#contract/accounts.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { speak } from "#web/lib/i18n/locale.ts";
import { homeOf } from "#web/lib/navigation/guards.ts";
import { takeSavedRoute } from "#web/lib/navigation/saved-route.ts";
import { clearSession, storeSession } from "#web/lib/session/session.ts";
import { leaveByChoice, profileQuery } from "#web/lib/session/viewer.ts";

/**
 * Begins a session from a fresh sign-in: stores it, loads the profile, and answers where the person goes now: the
 * page they came from, or the area of models or staff. Browser only.
 */
export async function beginSession(session: Session): Promise<string> {
  storeSession(session);
  // Whoever left by choice before has come back, and this session may be ended by others again.
  leaveByChoice(false);
  const client = browserQueryClient();
  for (const seenAsGuest of ["rooms", "content"]) client.removeQueries({ queryKey: [seenAsGuest] });
  const answer = await browserApi.call("GET /api/fan/profile");
  if (answer.status === 200) {
    client.setQueryData(profileQuery.queryKey, answer.body);
    // The account's language goes before the browser's; a page drawn later would change it anyway.
    speak(answer.body.language);
  }
  const wanted = takeSavedRoute();
  return session.role === "fan" ? (wanted ?? "/") : homeOf(session.role);
}

/** Signs out: the token dies on the server, everything stored is forgotten. The caller goes to `/`. Browser only. */
export async function endSession(): Promise<void> {
  leaveByChoice();
  await browserApi.call("POST /api/web_logout", { timeoutMs: 5_000 });
  forgetPerson();
}

/** Forgets the person without asking the server, for a session it has already ended. Browser only. */
export function forgetPerson(): void {
  clearSession();
  const client = browserQueryClient();
  client.setQueryData(profileQuery.queryKey, null);
  client.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== "profile" && queryKey[0] !== "genders",
  });
}
