/** Calls `nudge` whenever the device woke up or its network changed; returns how to stop that. */
export function onDeviceHints(nudge: () => void): () => void {
  const whenVisible = () => {
    if (document.visibilityState === "visible") nudge();
  };
  document.addEventListener("visibilitychange", whenVisible);
  for (const name of windowHints) window.addEventListener(name, nudge);
  return () => {
    document.removeEventListener("visibilitychange", whenVisible);
    for (const name of windowHints) window.removeEventListener(name, nudge);
  };
}

const windowHints = ["online", "offline", "pageshow"] as const;
