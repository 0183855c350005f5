import { CHUNK_RELOAD_GUARD_MS, STORAGE } from "#web/lib/constants.ts";

/** A chunk is lost when the page is older than the build on the server; at most one reload a minute mends that. */
export function mayReload(reloadedAt: string | null, nowMs: number): boolean {
  const lastMs = Number(reloadedAt ?? Number.NaN);
  return !Number.isFinite(lastMs) || nowMs - lastMs >= CHUNK_RELOAD_GUARD_MS;
}

/** Reloads the page unless it did so within the last minute; true when it does. Browser only. */
export function reloadOnceForLostChunk(): boolean {
  if (!mayReload(sessionStorage.getItem(STORAGE.reloadedAt), Date.now())) return false;
  sessionStorage.setItem(STORAGE.reloadedAt, String(Date.now()));
  location.reload();
  return true;
}

/** Whether an error is a failed dynamic import, in the words of Chromium, Firefox and Safari. */
export function isLostChunk(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|module script failed|error loading dynamically/i.test(error.message)
  );
}
