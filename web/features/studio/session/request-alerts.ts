import { localStore } from "#web/lib/platform/storage.ts";
import { createStore } from "#web/lib/store.ts";

export type RequestAlerts = { sound: boolean; notices: boolean };

const key = "studio-request-alerts";

/** How this browser lets a model know that a fan asks for a show; both ways until they are switched off. */
export const requestAlerts = createStore<RequestAlerts>({ sound: true, notices: true });

/** Takes up what was chosen in this browser before. Browser only. */
export function readRequestAlerts(): void {
  const off = (localStore.getItem(key) ?? "").split(" ");
  requestAlerts.set({ sound: !off.includes("sound"), notices: !off.includes("notices") });
}

/** Changes one way, for this browser. Browser only. */
export function chooseRequestAlerts(change: Partial<RequestAlerts>): void {
  const next = { ...requestAlerts.get(), ...change };
  requestAlerts.set(next);
  const off = (["sound", "notices"] as const).filter((way) => !next[way]);
  localStore.setItem(key, off.join(" "));
}
