import { type Refusal, refusalText } from "#web/lib/api/refusal.ts";
import { useSetBalance } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";

/**
 * Handles a spend that was refused: the balance in its answer is put where everybody reads it, and a toast says why
 * with its status. The button itself says that there are too few tokens, or that no answer came.
 */
export function useSpendRefused(): (refusal: Refusal) => void {
  const setBalance = useSetBalance();
  return (refusal) => {
    const { status, balance, unknown } = refusal;
    if (balance !== undefined) setBalance(balance);
    if (status === 0 || status === 402) return;
    const message = refusalText(refusal);
    const isComplete = unknown || refusal.message === "";
    toast({ kind: "error", text: isComplete ? message : m.common_failed_status({ status, message }) });
  };
}
