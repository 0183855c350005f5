import { createStore } from "#web/lib/store.ts";

/** A storage of this browser that never throws. Browser only. */
export type SafeStorage = {
  getItem(key: string): string | null;
  /** False when the browser did not take it: then it is kept for as long as the page is open. */
  setItem(key: string, value: string): boolean;
  removeItem(key: string): void;
  clear(): void;
};

/** Whether something could not be stored, and is gone with this page. */
export const storageLoss = createStore({ lost: false });

/**
 * The browser's storage for this site; where it stores nothing (blocked, switched off, full, none left for a private
 * window), and throws when it is read or written, the page's own memory stands in.
 */
export const localStore: SafeStorage = safeStorage("localStorage");
export const sessionStore: SafeStorage = safeStorage("sessionStorage");

function safeStorage(name: "localStorage" | "sessionStorage"): SafeStorage {
  /** The values that the browser did not take; null: the value could not be removed. */
  const memory = new Map<string, string | null>();
  /** The window's property itself throws where storage is blocked, and is null in some web views. */
  const attempt = <T>(act: (storage: Storage) => T): { done: true; value: T } | { done: false } => {
    try {
      return { done: true, value: act(globalThis[name]) };
    } catch {
      return { done: false };
    }
  };
  return {
    getItem(key) {
      const own = memory.get(key);
      if (own !== undefined) return own;
      const read = attempt((storage) => storage.getItem(key));
      return read.done ? read.value : null;
    },
    setItem(key, value) {
      const { done } = attempt((storage) => storage.setItem(key, value));
      memory.delete(key);
      if (done) return true;
      // The next page would read the former value again.
      attempt((storage) => storage.removeItem(key));
      memory.set(key, value);
      storageLoss.set({ lost: true });
      return false;
    },
    removeItem(key) {
      memory.delete(key);
      if (!attempt((storage) => storage.removeItem(key)).done) memory.set(key, null);
    },
    clear() {
      memory.clear();
      attempt((storage) => storage.clear());
    },
  };
}

/** Finds out whether this browser stores anything, before somebody chooses what it should store. */
export function probeStorage(): void {
  const key = "storage_probe";
  if (localStore.setItem(key, "1")) localStore.removeItem(key);
}

/** False where the browser refuses cookies, without which nobody stays signed in. */
export const keepsCookies = (): boolean => navigator.cookieEnabled !== false;
