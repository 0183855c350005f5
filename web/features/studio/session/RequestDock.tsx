import { type ComponentProps, useState } from "react";
import type { StudioRequest } from "#contract/paid-shows.ts";
import { cx } from "#web/ui/cx.ts";
import { RequestsPanel } from "../shows/RequestsPanel.tsx";
import { useNow } from "../use-now.ts";
import { useStudioSession } from "./studio-session.tsx";
import { useRequestAlerts } from "./use-request-alerts.ts";

/**
 * Shows who waits for an answer, over everything on every page of the studio: at any scroll, and beside an open dialog
 * too. The box lies above the page, so that nothing moves when somebody asks; only the dialog that asks why a request is
 * declined lies above it. The box is always in the page, so that a new request is announced.
 */
export function RequestDock() {
  const { queue, shows } = useStudioSession();
  useRequestAlerts(queue.requests);
  const [declining, setDeclining] = useState<StudioRequest | null>(null);
  const isDeclining = queue.requests.some(({ id }) => id === declining?.id);
  const waiting = queue.requests.length + queue.invitations.length > 0 && !shows.data?.show;
  return (
    <div aria-live="polite" data-focus-home="" className={cx("request-dock", isDeclining && "z-20!")}>
      {waiting && <Waiting declining={declining} onDecline={setDeclining} />}
    </div>
  );
}

type WaitingProps = Pick<ComponentProps<typeof RequestsPanel>, "declining" | "onDecline">;

function Waiting(props: WaitingProps) {
  const { queue } = useStudioSession();
  return <RequestsPanel queue={queue} now={useNow()} {...props} />;
}
