import { useEffect, useEffectEvent, useState } from "react";
import { localStore } from "#web/lib/platform/storage.ts";
import { createStore, useStore } from "#web/lib/store.ts";

const theatre = createStore({ on: false });
const theatreKey = "room_theatre";

/** Picture and chat over the whole window, as this device's owner chose for every room. */
export function toggleTheatre(): void {
  const on = !theatre.get().on;
  localStore.setItem(theatreKey, on ? "on" : "off");
  theatre.set({ on });
}

/** Whether the theatre is on: known once the page has come to life, as the server cannot know. */
export function useTheatre(): boolean {
  const { on } = useStore(theatre);
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => {
    theatre.set({ on: localStore.getItem(theatreKey) === "on" });
    setHydrated(true);
  }, []);
  return hydrated && on;
}

/** The key `t` switches the theatre, where nobody is writing and nothing lies over the room. */
export function useTheatreKey(): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "t" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const at = event.target as HTMLElement | null;
    if (at?.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]")) return;
    toggleTheatre();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
