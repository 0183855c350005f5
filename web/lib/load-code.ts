import { chunkReloadGuardMs, storageKeys } from "#web/lib/constants.ts";
import { pageLeaving } from "#web/lib/leaving.ts";
import { sessionStore } from "#web/lib/platform/storage.ts";
import { waitForServer } from "#web/lib/server-reach.ts";

export type CodeNeeds = {
  /** Waits until the server answers; false when it does at once. */
  waitForServer(): Promise<boolean>;
  /** Requests the style sheets that failed to load again. */
  mendStyles(): void;
  /** Reloads the page; false when it did so a moment ago. */
  reload(): boolean;
};

const inBrowser: CodeNeeds = { waitForServer, mendStyles, reload: reloadOnceForLostCode };

/**
 * Loads a part of the page. Without a connection it waits, which the page says, and tries again. When the server answers
 * but has no such file, the page is older than its build: it is reloaded, at most once a minute.
 */
export async function loadCode<Code>(load: () => Promise<Code>, needs: CodeNeeds = inBrowser): Promise<Code> {
  let gone = false;
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!isLostCode(error)) throw error;
      const waited = await needs.waitForServer();
      if (!waited && gone) {
        if (needs.reload()) return new Promise(() => {});
        throw error;
      }
      // A failure just before the connection came back is no sign of a newer build; a second one is.
      gone = !waited;
      needs.mendStyles();
    }
  }
}

/** Whether an error is a failed dynamic import, as worded by Chromium, Firefox, Safari and Vite. */
export function isLostCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|module script failed|error loading dynamically|preload CSS/i.test(
      error.message,
    )
  );
}

/** Reloads the page, unless it is being left, and unless it did so within the last minute; false then. Browser only. */
export function reloadOnceForLostCode(): boolean {
  if (!mayReload(sessionStore.getItem(storageKeys.reloadedAt), Date.now())) return false;
  // A reload that cannot be remembered would be followed by the next one.
  if (!sessionStore.setItem(storageKeys.reloadedAt, String(Date.now()))) return false;
  void pageLeaving()
    .untilStaying()
    .then(() => location.reload());
  return true;
}

export function mayReload(reloadedAt: string | null, nowMs: number): boolean {
  const lastMs = Number(reloadedAt ?? Number.NaN);
  return !Number.isFinite(lastMs) || nowMs - lastMs >= chunkReloadGuardMs;
}

/** The bundler asks for each sheet once only. */
function mendStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.sheet === null) link.replaceWith(link.cloneNode());
}
