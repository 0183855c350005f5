import { cookieNames, storageKeys } from "#web/lib/constants.ts";
import { dropCookie, readCookie } from "#web/lib/cookies.ts";
import { sessionStore } from "#web/lib/platform/storage.ts";

/** A guest's intent towards a model when the page sent them to sign in. None of these actions spends anything. */
export type PendingAction = "like" | "tip" | "notify" | "message" | "subscribe";

/** After so long nobody remembers what they had pressed. */
const keptMs = 30 * 60_000;

type Kept = { modelId: number; action: PendingAction; at: number };

/** Keeps an action in this tab until its person has signed in. Browser only. */
export function keepPendingAction(modelId: number, action: PendingAction): void {
  sessionStore.setItem(
    storageKeys.pendingAction,
    JSON.stringify({ modelId, action, at: Date.now() } satisfies Kept),
  );
}

/**
 * The action among these that was chosen of this model in this tab a while ago; it is forgotten by asking. Browser
 * only.
 */
export function takePendingAction<Action extends PendingAction>(
  modelId: number,
  among: readonly Action[],
): Action | null {
  const kept = readKept(sessionStore.getItem(storageKeys.pendingAction));
  const action = among.find((one) => one === kept?.action);
  if (!kept || !action) return null;
  sessionStore.removeItem(storageKeys.pendingAction);
  return kept.modelId === modelId && Date.now() - kept.at < keptMs ? action : null;
}

/**
 * The model whose heart a guest pressed on a list, or anywhere before the page was hydrated: then its form sent the
 * server; it is forgotten by asking. `only`: nobody else's. Browser only.
 */
export function takeLikeOfGuest(only?: number): number | null {
  const id = Number(readCookie(document.cookie, cookieNames.likedAsGuest) ?? 0);
  if (!id || (only !== undefined && id !== only)) return null;
  dropCookie(cookieNames.likedAsGuest);
  return id;
}

function readKept(text: string | null): Kept | null {
  try {
    return JSON.parse(text ?? "null") as Kept | null;
  } catch {
    return null;
  }
}
