import { Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { type CheckoutOpening, onCheckoutOpened } from "#web/entities/wallet/open-checkout.ts";
import { COOKIE, STORAGE } from "#web/lib/constants.ts";
import { readCookie } from "#web/lib/cookies.ts";
import { later, lazily } from "#web/lib/hydration/later.tsx";
import { useAlive } from "#web/lib/hydration/use-alive.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { useStore } from "#web/lib/store.ts";

const AccountNotices = later(() =>
  import("#web/features/account/AccountNotices.tsx").then((file) => file.AccountNotices),
);
const NewMessages = later(() =>
  import("#web/features/inbox/news/NewMessages.tsx").then((file) => file.NewMessages),
);
const SocialSteps = later(() =>
  import("#web/features/auth/social/SocialSteps.tsx").then((file) => file.SocialSteps),
);

/** Account dialogs and notices, and toasts of new messages, on every page; the code is loaded once it is needed. */
export function AccountSteps() {
  const alive = useAlive();
  const { search } = useLocation();
  const signedIn = useViewer() !== null;
  const { resendEmail, confirmEmail, confirmRegistration } = useStore(accountFlags);
  const messages = useEver(alive && signedIn);
  const told = useEver(alive && (signedIn || resendEmail || confirmEmail || hasNotice()));
  const social = useEver(alive && (confirmRegistration || hasClaim() || /[?&]twitter=/.test(search)));
  return (
    <>
      {told && <AccountNotices />}
      {messages && <NewMessages />}
      {social && <SocialSteps />}
    </>
  );
}

/** Stays true once it was: what was begun has to see its end, though its sign is gone. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever;
}

/** The server has left a word in a cookie. */
const hasNotice = () =>
  [COOKIE.emailConfirmed, COOKIE.resetPassword, COOKIE.loginLink].some(
    (name) => readCookie(document.cookie, name) !== null,
  );

/** An identity shown at another site waits in this tab. */
const hasClaim = () => sessionStorage.getItem(STORAGE.socialClaim) !== null;

const CheckoutDialog = lazily(() =>
  import("#web/features/checkout/CheckoutDialog.tsx").then((file) => file.CheckoutDialog),
);

/** Loads the buy-tokens dialog on demand, over whatever page is open. */
export function CheckoutMount() {
  const [opening, setOpening] = useState<CheckoutOpening | null>(null);
  useEffect(() => onCheckoutOpened(setOpening), []);
  if (opening === null) return null;
  return (
    <Suspense>
      <CheckoutDialog opening={opening} onClose={() => setOpening(null)} />
    </Suspense>
  );
}
