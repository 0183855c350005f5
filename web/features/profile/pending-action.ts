import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { COOKIE, STORAGE } from "#web/lib/constants.ts";
import { dropCookie, readCookie } from "#web/lib/cookies.ts";
import { saveRoute } from "#web/lib/navigation/saved-route.ts";
import { useViewer } from "#web/lib/session/viewer.ts";

/**
 * Something that only a fan may do on the page of a model. A guest signs in first and comes back, and what was chosen
 * is done then: `asGuest` is true for what was pressed before signing in.
 */
export function useFanAction(
  { id, login }: { id: number; login: string },
  act: (action: PendingAction, asGuest: boolean) => void,
): (action: PendingAction) => void {
  const navigate = useNavigate();
  const signedIn = useViewer() !== null;
  const resume = useEffectEvent(() => {
    const action = takePendingAction(login) ?? takeLikeOfForm(id);
    if (action !== null) act(action, true);
  });
  useEffect(() => {
    if (signedIn) resume();
  }, [signedIn]);
  return (action) => {
    if (signedIn) return act(action, false);
    keepPendingAction(login, action);
    saveRoute(location.pathname);
    void navigate("/login");
  };
}

/** What a guest wanted of a model when the page sent them to sign in. None of them spends anything. */
export type PendingAction = "like" | "tip" | "notify" | "message";

/** After so long nobody remembers what they had pressed. */
const KEPT_MS = 30 * 60_000;

type Kept = { login: string; action: PendingAction; at: number };

/** Keeps an action in this tab until its person has signed in. Browser only. */
export function keepPendingAction(login: string, action: PendingAction): void {
  sessionStorage.setItem(
    STORAGE.pendingAction,
    JSON.stringify({ login, action, at: Date.now() } satisfies Kept),
  );
}

/** What was chosen of this model in this tab a while ago; it is forgotten by asking. Browser only. */
export function takePendingAction(login: string): PendingAction | null {
  const text = sessionStorage.getItem(STORAGE.pendingAction);
  if (text === null) return null;
  sessionStorage.removeItem(STORAGE.pendingAction);
  const kept = readKept(text);
  return kept?.login === login && Date.now() - kept.at < KEPT_MS ? kept.action : null;
}

/** The heart of this model that a guest pressed before the page was hydrated: its form told the server. Browser only. */
function takeLikeOfForm(id: number): PendingAction | null {
  if (readCookie(document.cookie, COOKIE.likedAsGuest) !== String(id)) return null;
  dropCookie(COOKIE.likedAsGuest);
  return "like";
}

function readKept(text: string): Kept | null {
  try {
    return JSON.parse(text) as Kept;
  } catch {
    return null;
  }
}
