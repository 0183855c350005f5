import { useEffect, useState } from "react";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { dropClaim, readClaim, type SocialClaim } from "#web/entities/account/social-sign-in.ts";

/**
 * The identity that waits in this tab, and a way to put it away. A newcomer's opens the modal of the consents; another
 * one waits for its owner to sign in and to say yes.
 */
export function useWaitingClaim(signedIn: boolean): [SocialClaim | null, () => void] {
  const [claim, setClaim] = useState<SocialClaim | null>(null);
  useEffect(() => {
    const waiting = readClaim();
    const isNewcomer = waiting?.kind === "newcomer";
    if (waiting && !signedIn) accountFlags.set({ confirmRegistration: isNewcomer });
    // Whoever is signed in is no newcomer, and has nothing to prove before there is a session.
    const isOver = signedIn && (isNewcomer || waiting?.kind === "second_factor");
    if (isOver) dropClaim();
    setClaim(isOver ? null : waiting);
  }, [signedIn]);
  return [claim, () => setClaim(null)];
}
