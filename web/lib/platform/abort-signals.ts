/**
 * A signal that is aborted as soon as one of these is, with its reason: `AbortSignal.any`, which Chrome has from 116,
 * Firefox from 124 and Safari from 17.4.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  if (typeof AbortSignal.any === "function") return AbortSignal.any([...signals]);
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    const options = { once: true, signal: controller.signal };
    signal.addEventListener("abort", () => controller.abort(signal.reason), options);
  }
  return controller.signal;
}
