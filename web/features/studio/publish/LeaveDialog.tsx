import { useState } from "react";
import { useBlocker } from "react-router";
import { isInStudio } from "#web/lib/navigation/guards.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

type LeaveDialogProps = {
  /** This page publishes; leaving it would end the stream for everybody. */
  publishing: boolean;
  stop(): Promise<void>;
};

/**
 * Asks before a link or the back button takes the model out of the studio, away from their own stream. The router asks only the blocker
 * that came last, so this one is there while it is needed: else none would hold a move that has no connection.
 */
export function LeaveDialog({ publishing, stop }: LeaveDialogProps) {
  const [leaving, setLeaving] = useState(false);
  const end = async () => {
    setLeaving(true);
    await stop();
  };
  return (publishing || leaving) && <Question end={end} />;
}

function Question({ end }: { end(): Promise<void> }) {
  const blocker = useBlocker(({ nextLocation }) => !isInStudio(nextLocation.pathname));
  if (blocker.state !== "blocked") return null;
  const leave = async () => {
    await end();
    blocker.proceed();
  };
  return (
    <Dialog
      open
      onClose={blocker.reset}
      title={m.studio_leave_title()}
      footer={
        <>
          <Button className="ml-auto" onClick={blocker.reset}>
            {m.studio_leave_stay()}
          </Button>
          <Button tone="danger" onClick={() => void leave()}>
            {m.studio_leave_go()}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{m.studio_leave_text()}</p>
    </Dialog>
  );
}
