import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { FanProfile } from "#contract/profile.ts";
import { paymentToastMs } from "#web/lib/constants.ts";
import { currentSession } from "#web/lib/session/session.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";

/**
 * Lets only somebody in whose account is known and who can be shown packages. Everybody else gets the reason in a toast,
 * and the checkout closes.
 */
export function useCheckoutGuard(packagesFailed: boolean, onClose: () => void): FanProfile | null {
  const profile = useQuery({ ...profileQuery, refetchOnMount: "always" });
  // Asked once: a session that goes missing later is reported when the order is placed.
  const [cameAsGuest] = useState(() => currentSession() === null);
  const isGuest = cameAsGuest || (profile.isSuccess && profile.data === null);
  // Once the account of this checkout is known, a later refetch that fails takes nothing away.
  const [isKnown, setKnown] = useState(false);
  if (!isKnown && profile.isFetchedAfterMount && profile.isSuccess) setKnown(true);
  const profileFailed = profile.isError && !isKnown;
  const reason = isGuest ? "guest" : profileFailed ? "profile" : packagesFailed ? "packages" : null;
  const refuse = useEffectEvent((why: Reason) => {
    toast({ kind: "error", text: reasons[why](), durationMs: paymentToastMs });
    onClose();
  });
  useEffect(() => {
    if (reason) refuse(reason);
  }, [reason]);
  return reason === null ? (profile.data ?? null) : null;
}

type Reason = "guest" | "profile" | "packages";
const reasons: Record<Reason, () => string> = {
  guest: () => m.pay_problem_login(),
  profile: () => m.pay_problem_profile(),
  packages: () => m.pay_problem_packages(),
};
