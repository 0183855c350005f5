type Hints = {
  /** The device woke up, or its network changed. */
  nudge(): void;
  /** The device says that it has no network. */
  lost(): void;
};

/** Passes on what the device says about itself and its network; returns how to stop that. */
export function onDeviceHints({ nudge, lost }: Hints): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const whenVisible = () => document.visibilityState === "visible" && nudge();
  document.addEventListener("visibilitychange", whenVisible, options);
  for (const name of ["online", "pageshow"]) window.addEventListener(name, nudge, options);
  window.addEventListener("offline", lost, options);
  return () => stop.abort();
}
