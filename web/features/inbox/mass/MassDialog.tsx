import { m } from "#web/paraglide/messages.js";
import { Dialog } from "#web/ui/Dialog.tsx";
import { MassForm } from "./MassForm.tsx";
import { SentToMany } from "./SentToMany.tsx";

/** One text to many fans at once, and what was sent so before. */
export function MassDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog open title={m.inbox_mass_title()} maxWidth={560} onClose={onClose}>
      <MassForm />
      <SentToMany />
    </Dialog>
  );
}
