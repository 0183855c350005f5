import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FanProfile } from "#contract/profile.ts";
import { ReauthDialog, useReauthCommand } from "#web/entities/account/ReauthDialog.tsx";
import { secondFactorQuery } from "#web/features/settings/security-queries.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";
import { sessionsQuery } from "../security-queries.ts";
import { AppDialog, type AppSecret } from "./AppDialog.tsx";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";

type StepProps = { viewer: FanProfile; onClose(): void };
type WithCodes = StepProps & { onCodes(codes: readonly string[]): void };

/** The dialogs that turn the second factor on and off; recovery codes come last, where there are new ones. */
export function SecondFactorDialog({ step, ...props }: StepProps & { step: FactorStep }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const readAgain = useReadAgain();
  // Not before the codes are kept: what the page learns may take this dialog away, and they are shown only now.
  const kept = async () => {
    await readAgain();
    props.onClose();
  };
  if (codes) return <RecoveryCodesDialog codes={codes} viewer={props.viewer} onClose={() => void kept()} />;
  if (step === "enrol") return <EnrolDialog {...props} onCodes={setCodes} />;
  return step === "renew" ? <RenewDialog {...props} onCodes={setCodes} /> : <RemoveDialog {...props} />;
}

/** First the password, then the app. */
function EnrolDialog({ viewer, onClose, onCodes }: WithCodes) {
  const [secret, setSecret] = useState<AppSecret | null>(null);
  const asked = useReauthCommand(viewer, {
    call: (body) => browserApi.call("POST /api/fan/enrol-second-factor", { body }),
    onDone: ({ body }) => setSecret(body),
  });
  if (secret) return <AppDialog secret={secret} onClose={onClose} onCodes={onCodes} />;
  return (
    <ReauthDialog
      viewer={viewer}
      asked={asked}
      title={m.factor_enrol_title()}
      cancel={m.factor_cancel()}
      confirm={m.factor_continue()}
      tone="primary"
      onClose={onClose}
    >
      <p className="text-text-2">{m.factor_enrol_password()}</p>
    </ReauthDialog>
  );
}

function RenewDialog({ viewer, onClose, onCodes }: WithCodes) {
  const asked = useReauthCommand(viewer, {
    call: (body) => browserApi.call("POST /api/fan/renew-recovery-codes", { body }),
    onDone: ({ body }) => onCodes(body.recovery_codes),
  });
  return (
    <ReauthDialog
      viewer={viewer}
      asked={asked}
      title={m.factor_renew_title()}
      cancel={m.factor_cancel()}
      confirm={m.factor_renew_confirm()}
      tone="primary"
      onClose={onClose}
    >
      <p className="text-text-2">{m.factor_renew_text()}</p>
    </ReauthDialog>
  );
}

function RemoveDialog({ viewer, onClose }: StepProps) {
  const readAgain = useReadAgain();
  const asked = useReauthCommand(viewer, {
    call: (body) => browserApi.call("POST /api/fan/remove-second-factor", { body }),
    async onDone() {
      await readAgain();
      toast({ kind: "success", text: m.factor_turned_off() });
      onClose();
    },
  });
  return (
    <ReauthDialog
      viewer={viewer}
      asked={asked}
      title={m.factor_remove_title()}
      cancel={m.factor_keep()}
      confirm={m.factor_turn_off()}
      tone="danger"
      onClose={onClose}
    >
      <p className="text-text-2">{m.factor_remove_text()}</p>
    </ReauthDialog>
  );
}

export type FactorStep = "enrol" | "renew" | "remove";

/** Reads again what changes with the second factor. */
function useReadAgain() {
  const client = useQueryClient();
  const stale = [profileQuery.queryKey, secondFactorQuery.queryKey, sessionsQuery.queryKey];
  return () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}
