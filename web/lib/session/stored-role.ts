import type { Role } from "#contract/endpoint.ts";
import type { FanProfile } from "#contract/profile.ts";
import { STORAGE } from "#web/lib/constants.ts";

/** The role that this browser last knew; a fan's when it knows none. Browser only. */
export function storedRole(): Role {
  const stored = localStorage.getItem(STORAGE.role);
  return stored === "model" || stored === "admin" ? stored : "fan";
}

/**
 * Corrects a stored role that is not the profile's: it goes back to fan. Where the person goes is decided by the
 * profile's role alone. Browser only.
 */
export function settleStoredRole({ role }: Pick<FanProfile, "role">): void {
  if (localStorage.getItem(STORAGE.role) !== role) localStorage.setItem(STORAGE.role, "fan");
}
