import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { checkoutParam, type CheckoutOpening, onCheckoutOpened } from "#web/entities/wallet/open-checkout.ts";
import { cookieNames, storageKeys } from "#web/lib/constants.ts";
import { readCookie } from "#web/lib/cookies.ts";
import { afterHydration, openedComponent, useLatch, useHydrated } from "#web/lib/page/lazy.tsx";
import { sessionStore } from "#web/lib/platform/storage.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { useStore } from "#web/lib/store.ts";
import { dialogPlace } from "#web/ui/overlays/opening.tsx";

const AccountNotices = afterHydration(() =>
  import("#web/features/account/AccountNotices.tsx").then((file) => file.AccountNotices),
);
const NewMessages = afterHydration(() =>
  import("#web/features/inbox/news/NewMessages.tsx").then((file) => file.NewMessages),
);
const SessionReminder = afterHydration(() =>
  import("#web/features/account/SessionReminder.tsx").then((file) => file.SessionReminder),
);
const SocialSteps = afterHydration(() =>
  import("#web/features/auth/social/SocialSteps.tsx").then((file) => file.SocialSteps),
);

/** Account dialogs and notices, and toasts of new messages, on every page; the code is loaded once it is needed. */
export function AccountSteps() {
  const hydrated = useHydrated();
  const { search } = useLocation();
  const viewer = useViewer();
  const signedIn = viewer !== null;
  const { resendEmail, confirmEmail, confirmRegistration } = useStore(accountFlags);
  const messages = useLatch(hydrated && signedIn);
  const hasNotices = useLatch(hydrated && (signedIn || resendEmail || confirmEmail || hasNotice()));
  const social = useLatch(hydrated && (confirmRegistration || hasClaim() || /[?&]twitter=/.test(search)));
  return (
    <>
      {hasNotices && <AccountNotices />}
      {messages && <NewMessages />}
      {viewer?.role === "fan" && <SessionReminder />}
      {social && <SocialSteps />}
    </>
  );
}

/** The server has left a word in a cookie. */
const hasNotice = () =>
  [cookieNames.emailConfirmed, cookieNames.resetPassword, cookieNames.loginLink].some(
    (name) => readCookie(document.cookie, name) !== null,
  );

/** An identity shown at another site waits in this tab. */
const hasClaim = () => sessionStore.getItem(storageKeys.socialClaim) !== null;

const CheckoutDialog = openedComponent(
  () => import("#web/features/checkout/CheckoutDialog.tsx").then((file) => file.CheckoutDialog),
  dialogPlace,
);

function withoutCheckout(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete(checkoutParam);
  return rest;
}

/** Loads the buy-tokens dialog on demand, over whatever page is open. */
export function CheckoutMount() {
  const [opening, setOpening] = useState<CheckoutOpening | null>(null);
  const [query, setQuery] = useSearchParams();
  const isAsked = query.has(checkoutParam);
  const viewer = useViewer();
  useEffect(() => onCheckoutOpened(setOpening), []);
  // The coin was pressed before the page was hydrated.
  useEffect(() => {
    if (!isAsked) return;
    if (viewer?.role === "fan") setOpening({});
    setQuery(withoutCheckout, { replace: true, preventScrollReset: true });
  }, [isAsked, viewer, setQuery]);
  return opening && <CheckoutDialog opening={opening} onClose={() => setOpening(null)} />;
}
