import { storageKeys } from "#web/lib/constants.ts";
import { ownPath } from "#web/lib/navigation/saved-route.ts";
import { sessionStore } from "#web/lib/platform/storage.ts";

/** Remembers in this tab where the fan was when a bank's page took the place of ours. */
export function storeReturnPath(): void {
  sessionStore.setItem(storageKeys.paymentReturnPath, location.pathname + location.search);
}

/** Where the fan was, to lead them back; null when nothing is remembered, as in another tab. */
export function storedReturnPath(): string | null {
  const path = ownPath(sessionStore.getItem(storageKeys.paymentReturnPath));
  return path === "/" ? null : path;
}
