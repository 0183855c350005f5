import type { FanProfile } from "#contract/profile.ts";
import { ReauthDialog } from "#web/entities/account/ReauthDialog.tsx";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/Icon.tsx";
import { useDeletion } from "./use-deletion.ts";

type DeleteDialogProps = { viewer: FanProfile; onClose(): void };

/** Says what goes, when, and what stays, and asks for the password. */
export function DeleteDialog({ viewer, onClose }: DeleteDialogProps) {
  const isModel = viewer.role === "model";
  return (
    <ReauthDialog
      viewer={viewer}
      asked={useDeletion(viewer)}
      title={m.settings_delete_title()}
      maxWidth={520}
      cancel={m.settings_delete_cancel()}
      confirm={m.settings_delete_confirm()}
      tone="danger"
      onClose={onClose}
    >
      <dl className="grid gap-3">
        <Fact
          title={m.settings_delete_now_title()}
          text={isModel ? m.settings_delete_now_model() : m.settings_delete_now()}
        />
        <Fact
          title={m.settings_delete_later_title()}
          text={isModel ? m.settings_delete_later_model() : m.settings_delete_later()}
        />
        <Fact title={m.settings_delete_stay_title()} text={m.settings_delete_stay()} />
      </dl>
      {viewer.role === "fan" && viewer.balance > 0 && (
        <p className="flex items-center gap-3 rounded-12 bg-warn-soft px-4 py-3">
          <Icon name="alert" className="text-warn" />
          {m.settings_delete_balance({ count: tokens(viewer.balance) })}
        </p>
      )}
    </ReauthDialog>
  );
}

function Fact({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <dt className="font-semibold">{title}</dt>
      <dd className="text-text-2">{text}</dd>
    </div>
  );
}
