import type { ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";

/** A modal that says one thing and is closed by OK. */
export function MessageDialog({
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
      <p className="text-text-2">{children}</p>
      <Button tone="primary" wide onClick={onClose}>
        {m.common_ok()}
      </Button>
    </Dialog>
  );
}
