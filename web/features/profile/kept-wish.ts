import { STORAGE } from "#web/lib/constants.ts";

/** What a guest wanted of a model when the page sent them to sign in. None of them spends anything. */
export type Wish = "like" | "tip" | "notify" | "message";

/** After so long nobody remembers what they had pressed. */
const KEPT_MS = 30 * 60_000;

type Kept = { login: string; wish: Wish; at: number };

/** Keeps a wish in this tab until its person has signed in. Browser only. */
export function keepWish(login: string, wish: Wish): void {
  sessionStorage.setItem(STORAGE.wish, JSON.stringify({ login, wish, at: Date.now() } satisfies Kept));
}

/** What was wished of this model in this tab a while ago; it is forgotten by asking. Browser only. */
export function takeWish(login: string): Wish | null {
  const text = sessionStorage.getItem(STORAGE.wish);
  if (text === null) return null;
  sessionStorage.removeItem(STORAGE.wish);
  const kept = readKept(text);
  return kept?.login === login && Date.now() - kept.at < KEPT_MS ? kept.wish : null;
}

function readKept(text: string): Kept | null {
  try {
    return JSON.parse(text) as Kept;
  } catch {
    return null;
  }
}
