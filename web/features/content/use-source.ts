import { useState, useTransition } from "react";

/** A file that may fail to come: its address may have died, or the connection is down. */
export type Source = { failed: boolean; busy: boolean; fail(): void; retry(): void };

/** Follows whether a file at `src` came; trying again asks for a fresh address first. */
export function useSource(src: string, renew: () => Promise<unknown>): Source {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const [busy, startRetry] = useTransition();
  return {
    failed: failedSrc === src,
    busy,
    fail: () => setFailedSrc(src),
    retry: () =>
      startRetry(async () => {
        await renew();
        // The same address is tried again too: it may have been the connection.
        setFailedSrc(null);
      }),
  };
}
