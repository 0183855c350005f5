import { useState } from "react";

/** A file that may fail to come: its address may have died, or the line is down. */
export type Source = { failed: boolean; busy: boolean; fail(): void; retry(): Promise<void> };

/** Follows whether a file at `src` came; trying again asks for a fresh address first. */
export function useSource(src: string, renew: () => Promise<unknown>): Source {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  return {
    failed: failedSrc === src,
    busy,
    fail: () => setFailedSrc(src),
    async retry() {
      setBusy(true);
      await renew();
      setBusy(false);
      // The same address is tried again too: it may have been the line.
      setFailedSrc(null);
    },
  };
}
