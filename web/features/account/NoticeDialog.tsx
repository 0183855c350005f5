import type { ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { Icon } from "#web/ui/Icon.tsx";

/** Good news with an OK. */
export function NoticeDialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose(): void;
  children: ReactNode;
}) {
  return (
    <Dialog open onClose={onClose} title={title} maxWidth={400}>
      <div className="flex items-center gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-ok-soft text-ok">
          <Icon name="check" size={26} />
        </span>
        <div className="text-text-2">{children}</div>
      </div>
      <Button tone="primary" wide onClick={onClose}>
        {m.email_ok()}
      </Button>
    </Dialog>
  );
}
