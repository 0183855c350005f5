/** What is used of `navigator.wakeLock`; absent in some browsers. */
export type WakeLockLike = { request(type: "screen"): Promise<{ release(): Promise<void> }> };

/**
 * Keeps the screen awake until the returned function is called. The browser lets go whenever the page is hidden, so it
 * is asked again each time the page is seen. A refusal (low battery) is no reason to disturb a stream.
 */
export function keepAwake(
  lock: WakeLockLike | undefined,
  page: Pick<Document, "hidden"> & EventTarget,
): () => void {
  let held: { release(): Promise<void> } | null = null;
  let over = false;
  const hold = async () => {
    if (page.hidden || over) return;
    const next = await lock?.request("screen").catch(() => null);
    if (over) void next?.release();
    else held = next ?? held;
  };
  void hold();
  page.addEventListener("visibilitychange", hold);
  return () => {
    over = true;
    page.removeEventListener("visibilitychange", hold);
    void held?.release().catch(() => undefined);
  };
}
