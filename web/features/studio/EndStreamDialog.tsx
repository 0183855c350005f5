import type { Studio } from "#contract/studio.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { useStudioCommand } from "./use-studio-command.ts";

type EndStreamDialogProps = {
  studio: Studio;
  /** Called before the server is asked, so that this browser lets go of its own session first. */
  onEnding(): Promise<void>;
  onClose(): void;
};

/** Ends the stream after one question, since a room of fans cannot be called back. */
export function EndStreamDialog({ studio, onEnding, onClose }: EndStreamDialogProps) {
  const ending = useStudioCommand(async () => {
    await onEnding();
    return browserApi.call("POST /api/studio/stop");
  }, m.studio_stopped);
  const end = async () => {
    if (await ending.run(null)) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.studio_end_title()}
      footer={
        <>
          <Button className="ml-auto" onClick={onClose}>
            {m.studio_keep()}
          </Button>
          <Button tone="danger" busy={ending.pending} onClick={() => void end()}>
            {m.studio_end()}
          </Button>
        </>
      }
    >
      <p className="text-text-2">
        {studio.watchers > 0
          ? m.studio_end_text({ count: studio.watchers, amount: tokens(studio.watchers) })
          : m.studio_end_text_none()}
      </p>
    </Dialog>
  );
}
