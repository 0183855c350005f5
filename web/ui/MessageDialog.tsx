import type { ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Icon } from "./Icon.tsx";

type MessageDialogProps = {
  title: string;
  /** Drawn with a tick: something has worked out. */
  good?: boolean;
  onClose(): void;
  children: ReactNode;
};

/** A modal that says one thing and is closed by OK. */
export function MessageDialog({ title, good = false, onClose, children }: MessageDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title} maxWidth={400}>
      <div className="flex items-center gap-4">
        {good && (
          <span className="grid size-12 shrink-0 place-items-center rounded-full bg-ok-soft text-ok">
            <Icon name="check" size={26} />
          </span>
        )}
        <div className="text-text-2">{children}</div>
      </div>
      <Button tone="primary" wide onClick={onClose}>
        {m.common_ok()}
      </Button>
    </Dialog>
  );
}
