import { useEffect } from "react";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { cookieNames } from "#web/lib/constants.ts";
import { dropCookie, readCookie } from "#web/lib/cookies.ts";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";
import { useNotices } from "./use-notices.ts";

const AccountDialogs = openedComponent(() =>
  import("./AccountDialogs.tsx").then((file) => file.AccountDialogs),
);

/** The address that brought the person here had a token that was worth nothing. */
function toastDeadLoginLink(): void {
  if (readCookie(document.cookie, cookieNames.loginLink) === null) return;
  dropCookie(cookieNames.loginLink);
  toast({ kind: "error", text: m.login_link_dead() });
}

/** Watches for what has to be asked or shown about the account, on every page. */
export function AccountNotices() {
  const notices = useNotices();
  useEffect(toastDeadLoginLink, []);
  const { resendEmail, confirmEmail } = useStore(accountFlags);
  const wanted = resendEmail || confirmEmail || notices.emailConfirmed !== null || notices.passwordUpdated;
  return wanted && <AccountDialogs notices={notices} />;
}
