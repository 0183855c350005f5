import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";

/** Copies a text and says so. Browser only. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ kind: "success", text: m.factor_copied() });
  } catch {
    toast({ kind: "error", text: m.factor_copy_failed() });
  }
}
