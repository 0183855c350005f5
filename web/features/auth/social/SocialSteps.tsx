import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { accountFlags } from "#web/lib/account/account-flags.ts";
import { dropClaim, readClaim, type SocialClaim } from "#web/lib/social/claim.ts";
import { useStore } from "#web/lib/use-store.ts";
import { useViewer } from "#web/lib/viewer.ts";
import { connectTwitter } from "./connect.ts";
import { useOutcome } from "./use-outcome.ts";

const SocialDialogs = lazy(() =>
  import("./SocialDialogs.tsx").then((file) => ({ default: file.SocialDialogs })),
);

/** What follows a journey to X, on whatever page it ended: consents, a sign-in first, the link, or why it failed. */
export function SocialSteps() {
  const { search } = useLocation();
  const [outcome, forgetOutcome] = useOutcome(search);
  const claim = useWaitingClaim();
  const [told, setTold] = useState(false);
  const { confirmRegistration } = useStore(accountFlags);
  const isNewcomer = claim?.kind === "newcomer" && confirmRegistration;
  const isKnown = claim?.kind === "email_known" && !told;
  if (outcome === null && !isNewcomer && !isKnown) return null;
  const close = () => {
    setTold(true);
    if (!isNewcomer) return;
    accountFlags.set({ confirmRegistration: false });
    // What became of another kind meanwhile waits for its owner to sign in.
    if (readClaim()?.kind === "newcomer") dropClaim();
  };
  return (
    <Suspense>
      <SocialDialogs
        outcome={outcome}
        onOutcomeRead={forgetOutcome}
        claim={isNewcomer || isKnown ? claim : null}
        onClaimClosed={close}
      />
    </Suspense>
  );
}

/** The identity that waits in this tab. It opens the modal of a newcomer, and is connected as soon as somebody is signed in. */
function useWaitingClaim(): SocialClaim | null {
  const client = useQueryClient();
  const viewer = useViewer();
  const [claim] = useState(readClaim);
  const signedIn = viewer !== null;
  useEffect(() => {
    const waiting = readClaim();
    if (waiting === null) return;
    if (!signedIn) accountFlags.set({ confirmRegistration: waiting.kind === "newcomer" });
    else if (waiting.kind === "newcomer") dropClaim();
    else void connectTwitter(client, waiting);
  }, [client, signedIn]);
  return signedIn ? null : claim;
}
