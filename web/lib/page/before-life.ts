import { finishSocialLogin } from "#web/lib/session/sign-in.ts";

/** What few pages need before they come alive; true when another page is on its way instead. Browser only. */
export function prepareLife(): Promise<boolean> {
  replaceMissingStorage();
  return finishSocialLogin();
}

/**
 * A browser that blocks storage throws, or has none, where it is touched. There what would be stored is kept for as long as
 * the page is open, which then lives like any other. Browser only, before anything is stored.
 */
export function replaceMissingStorage(): void {
  try {
    void (localStorage.length + sessionStorage.length);
  } catch {
    const kept = new Map<string, string>();
    const value = Object.assign(kept, {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: kept.set,
      removeItem: kept.delete,
    });
    Object.defineProperties(window, { localStorage: { value }, sessionStorage: { value } });
  }
}
