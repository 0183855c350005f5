import { useState, useTransition } from "react";
import { m } from "#web/paraglide/messages.js";
import { Button } from "../buttons/Button.tsx";
import { cx } from "../cx.ts";
import { Icon } from "../pictures/Icon.tsx";

type SourceFailedProps = {
  source: Source;
  /** The notice stands where there is little room. */
  small?: boolean;
};

/** Over a film or picture that did not come: why, and another try. */
export function SourceFailed({ source, small = false }: SourceFailedProps) {
  return (
    <div
      role="alert"
      className={cx(
        "absolute inset-0 grid content-center justify-items-center bg-bg text-center",
        small ? "gap-2 p-3 text-12" : "gap-3 p-6",
      )}
    >
      {!small && <Icon name="alert" size={26} className="text-error" />}
      <p className="max-w-[40ch] text-balance">{m.content_source_failed()}</p>
      <Button tone="solid" size={small ? "sm" : "md"} busy={source.busy} onClick={source.retry}>
        <Icon name="refresh" size={18} />
        {m.common_retry()}
      </Button>
    </div>
  );
}

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
        // An unchanged address is tried again too: the connection may have been the reason.
        setFailedSrc(null);
      }),
  };
}
