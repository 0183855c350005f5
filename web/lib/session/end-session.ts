import { onlineManager } from "@tanstack/react-query";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { cookieNames, storageKeys } from "#web/lib/constants.ts";
import { writeCookie } from "#web/lib/cookies.ts";
import { localStore } from "#web/lib/platform/storage.ts";
import { clearSession, endedMark } from "#web/lib/session/session.ts";
import { leaveByChoice } from "#web/lib/session/viewer.ts";

/**
 * Signs out: the token dies on the server, everything stored is forgotten, and the front page is loaded as a new document:
 * what this one holds of the person goes with it. Browser only.
 */
export async function endSession(): Promise<void> {
  leaveByChoice();
  // From here on no query asks for anything: it would be refused, in the name of a session that is ending.
  onlineManager.setOnline(false);
  localStore.removeItem(storageKeys.push);
  await browserApi.call("POST /api/web_logout", { timeoutMs: 5_000 });
  clearSession();
  // This page writes once more while it is left, so the next one clears too; by then somebody else may have signed in.
  writeCookie(cookieNames.sessionEnded, endedMark);
  // A browser may keep the page for its Back button.
  window.addEventListener("pageshow", () => location.reload());
  location.assign("/");
}
