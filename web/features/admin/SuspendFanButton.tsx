import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminAccount } from "#contract/admin.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { accountQuery } from "./admin-queries.ts";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { useAdminCommand } from "./use-admin.ts";

type Fan = { accountId: number; name: string };

/** Suspends a fan, or ends the suspension, after the reason was asked. Nothing for accounts of other roles. */
export function SuspendFanButton({ accountId, name }: Fan) {
  const account = useQuery(accountQuery(accountId)).data;
  const [asking, setAsking] = useState<"suspend" | "restore" | null>(null);
  // The answer about another account stays until this one's comes.
  if (account?.id !== accountId || account.role !== "fan") return null;
  const next = nextFor(account);
  return (
    <>
      <Button size="sm" aria-label={`${labels[next].name()}: ${name}`} onClick={() => setAsking(next)}>
        {labels[next].name()}
      </Button>
      {asking && (
        <SuspensionDialog accountId={accountId} name={name} action={asking} onClose={() => setAsking(null)} />
      )}
    </>
  );
}

const nextFor = ({ suspended_at }: AdminAccount) => (suspended_at === null ? "suspend" : "restore");

const labels = {
  suspend: {
    name: () => m.admin_suspend(),
    title: (names: { name: string }) => m.admin_suspend_title(names),
    text: () => m.admin_suspend_fan_text(),
    done: (names: { name: string }) => m.admin_suspend_fan_done(names),
  },
  restore: {
    name: () => m.admin_restore(),
    title: (names: { name: string }) => m.admin_restore_title(names),
    text: () => m.admin_restore_fan_text(),
    done: (names: { name: string }) => m.admin_restore_fan_done(names),
  },
};

type SuspensionDialogProps = Fan & { action: "suspend" | "restore"; onClose(): void };

function SuspensionDialog({ accountId, name, action, onClose }: SuspensionDialogProps) {
  const { title, text, name: label, done } = labels[action];
  const { pending, run } = useAdminCommand(
    (reason: string, client_id) =>
      browserApi.call(`POST /api/admin/accounts/{id}/${action}`, {
        params: { id: accountId },
        body: { reason, client_id },
      }),
    () => done({ name }),
  );
  const confirm = async (reason: string) => {
    if (await run(reason)) onClose();
  };
  return (
    <ReasonDialog
      title={title({ name })}
      text={text()}
      confirm={label()}
      danger={action === "suspend"}
      busy={pending}
      onConfirm={(reason) => void confirm(reason)}
      onClose={onClose}
    />
  );
}
