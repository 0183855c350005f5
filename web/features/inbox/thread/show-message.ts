import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";
import type { ThreadSession } from "./thread-session.ts";

/** Brings a message of the open chat before the reader's eyes, however far up it is, or says that it does not come. */
export async function showMessage(thread: Pick<ThreadSession, "seek">, id: number): Promise<void> {
  if (!(await thread.seek(id))) {
    toast({ kind: "error", text: m.inbox_message_not_shown() });
    return;
  }
  // The messages that were loaded for it are drawn first.
  requestAnimationFrame(() => {
    const shown = document.getElementById(`message-${id}`);
    shown?.scrollIntoView({ block: "center" });
    shown?.focus({ preventScroll: true });
  });
}
