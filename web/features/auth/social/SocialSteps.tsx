import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { dropClaim, readClaim, type SocialClaim } from "#web/entities/account/social-sign-in.ts";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { currentSession } from "#web/lib/session/session.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { useStore } from "#web/lib/store.ts";
import { useOutcome } from "./use-outcome.ts";

const SocialDialogs = openedComponent(() => import("./SocialDialogs.tsx").then((file) => file.SocialDialogs));

/**
 * The steps after a journey to X, on whatever page it ended: consents, a sign-in first, the link, or why it failed.
 */
export function SocialSteps() {
  const { search } = useLocation();
  const viewer = useViewer();
  const [outcome, setOutcome] = useOutcome(search);
  const [claim, putAway] = useWaitingClaim(viewer !== null, () => setOutcome("otherAccount"));
  const { confirmRegistration } = useStore(accountFlags);
  const isNewcomer = claim?.kind === "newcomer";
  const isOpen = claim !== null && (!isNewcomer || confirmRegistration);
  if (outcome === null && !isOpen) return null;
  const close = () => {
    putAway();
    if (isNewcomer) accountFlags.set({ confirmRegistration: false });
    // An account that became known by its email meanwhile waits for its owner to sign in.
    if (viewer !== null || readClaim()?.kind !== "email_known") dropClaim();
  };
  return (
    <SocialDialogs
      outcome={outcome}
      onOutcomeRead={() => setOutcome(null)}
      claim={isOpen ? claim : null}
      viewer={viewer}
      onClaimClosed={close}
    />
  );
}

/**
 * The identity that waits in this tab, and a way to put it away. A newcomer's opens the modal of the consents; another
 * one waits for its owner to sign in and to say yes. `onStranger`: who is signed in came back from X as somebody who has no
 * account.
 */
function useWaitingClaim(signedIn: boolean, onStranger: () => void): [SocialClaim | null, () => void] {
  const [claim, setClaim] = useState<SocialClaim | null>(null);
  const [cameSignedIn] = useState(() => currentSession() !== null);
  const reportStranger = useEffectEvent(onStranger);
  useEffect(() => {
    const waiting = readClaim();
    const isNewcomer = waiting?.kind === "newcomer";
    if (waiting && !signedIn) accountFlags.set({ confirmRegistration: isNewcomer });
    // A person who is signed in is no newcomer, and has nothing to prove before there is a session.
    const isOver = signedIn && (isNewcomer || waiting?.kind === "second_factor");
    if (isOver) dropClaim();
    if (isOver && isNewcomer && cameSignedIn) reportStranger();
    setClaim(isOver ? null : waiting);
  }, [signedIn, cameSignedIn]);
  return [claim, () => setClaim(null)];
}
