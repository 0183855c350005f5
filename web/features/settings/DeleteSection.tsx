import { useState } from "react";
import { useNavigate } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { type ReauthCommand, ReauthDialog, useReauthCommand } from "#web/entities/account/ReauthDialog.tsx";
import type { ReauthForm } from "#web/entities/account/ReauthForm.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { forgetUser } from "#web/lib/session/sign-in.ts";
import { leaveByChoice } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { SettingsSection } from "./SettingsSection.tsx";
import { WhatEnds } from "./WhatEnds.tsx";

/** The way out, with one question before it. */
export function DeleteSection({ viewer }: { viewer: FanProfile }) {
  const [asking, setAsking] = useState(false);
  return (
    <SettingsSection title={m.settings_delete()} anchor="delete">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[48ch] text-text-2">{m.settings_delete_text()}</p>
        <Button tone="danger" onClick={() => setAsking(true)}>
          {m.settings_delete_open()}
        </Button>
      </div>
      {asking && <DeleteDialog viewer={viewer} onClose={() => setAsking(false)} />}
    </SettingsSection>
  );
}

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
        {viewer.role === "fan" && <WhatEnds />}
        <Fact
          title={m.settings_delete_later_title()}
          text={isModel ? m.settings_delete_later_model() : m.settings_delete_later()}
        />
        <Fact title={m.settings_delete_stay_title()} text={m.settings_delete_stay()} />
      </dl>
      {viewer.role === "fan" && viewer.balance > 0 && (
        <p className="flex items-center gap-3 rounded-12 bg-warn-soft px-4 py-3">
          <Icon name="alert" className="text-warn" />
          {m.settings_delete_balance({ count: viewer.balance, amount: tokens(viewer.balance) })}
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

/** Closes the account by its password; afterwards this browser knows nobody and stands on the front page. */
export function useDeletion(viewer: FanProfile): ReauthCommand {
  const navigate = useNavigate();
  return useReauthCommand(viewer, {
    call(filled: ReauthForm) {
      // The realtime connection may be cut before the answer comes.
      leaveByChoice();
      return browserApi.call("POST /api/fan/block-user", { body: filled });
    },
    async onDone() {
      forgetUser();
      await navigate("/");
      toast({ kind: "success", text: m.settings_delete_done() });
    },
    async onRefused({ status }) {
      leaveByChoice(false);
      if (status !== 401) return;
      // Another tab was quicker, or the session was ended elsewhere: nobody is here any more.
      forgetUser();
      await navigate("/login");
    },
  });
}
