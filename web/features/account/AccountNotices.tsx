import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { accountFlags } from "#web/lib/account/account-flags.ts";
import { useRealtimeEvent } from "#web/lib/realtime/use-realtime.tsx";
import { useStore } from "#web/lib/use-store.ts";
import { profileQuery } from "#web/lib/viewer.ts";
import { useNotices } from "./use-notices.ts";

const AccountDialogs = lazy(() =>
  import("./AccountDialogs.tsx").then((file) => ({ default: file.AccountDialogs })),
);

/** Watches for what has to be asked or told about the account, on every page. */
export function AccountNotices() {
  const client = useQueryClient();
  const notices = useNotices();
  const { resendEmail, confirmEmail } = useStore(accountFlags);
  useRealtimeEvent("BalanceChanged", ({ reason }) => {
    // The link may have been opened elsewhere: this page learns that nothing waits any more.
    if (reason === "email_confirmed") void client.invalidateQueries(profileQuery);
  });
  const wanted = resendEmail || confirmEmail || notices.emailConfirmed !== null || notices.passwordUpdated;
  return (
    wanted && (
      <Suspense>
        <AccountDialogs notices={notices} />
      </Suspense>
    )
  );
}
