import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";

type Refused = { status: number; body?: { message?: string } | undefined };

/** The sentence for a change that was refused or got no answer. */
export function refusalText({ status, body }: Refused): string {
  return status === 0
    ? m.settings_no_answer()
    : m.settings_failed({ status: String(status), message: body?.message ?? "" });
}

/** Says why a change did not happen. */
export function sayRefusal(answer: Refused): void {
  toast({ kind: "error", text: refusalText(answer) });
}
