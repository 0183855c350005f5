import { Suspense } from "react";
import { accountFlags } from "#web/lib/account/account-flags.ts";
import { lazily } from "#web/lib/later.tsx";
import { useStore } from "#web/lib/use-store.ts";
import { useNotices } from "./use-notices.ts";

const AccountDialogs = lazily(() => import("./AccountDialogs.tsx").then((file) => file.AccountDialogs));

/** Watches for what has to be asked or told about the account, on every page. */
export function AccountNotices() {
  const notices = useNotices();
  const { resendEmail, confirmEmail } = useStore(accountFlags);
  const wanted = resendEmail || confirmEmail || notices.emailConfirmed !== null || notices.passwordUpdated;
  return (
    wanted && (
      <Suspense>
        <AccountDialogs notices={notices} />
      </Suspense>
    )
  );
}
