import { useState } from "react";
import type { FanProfile } from "#contract/profile.ts";
import { ReauthDialog } from "#web/entities/account/ReauthDialog.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { AppDialog, type AppSecret } from "./AppDialog.tsx";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";
import { useFactorKnown, useOwnerStep } from "./use-second-factor.ts";

type StepProps = { viewer: FanProfile; onClose(): void };
type WithCodes = StepProps & { onCodes(codes: readonly string[]): void };

/** The dialogs that turn the second factor on and off; recovery codes come last, where there are new ones. */
export function SecondFactorDialog({ step, ...props }: StepProps & { step: FactorStep }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const learn = useFactorKnown();
  // Not before the codes are kept: what the page learns may take this dialog away, and they are shown only now.
  const kept = async () => {
    await learn();
    props.onClose();
  };
  if (codes) return <RecoveryCodesDialog codes={codes} viewer={props.viewer} onClose={() => void kept()} />;
  if (step === "enrol") return <EnrolDialog {...props} onCodes={setCodes} />;
  return step === "renew" ? <RenewDialog {...props} onCodes={setCodes} /> : <RemoveDialog {...props} />;
}

/** First the password, then the app. */
function EnrolDialog({ viewer, onClose, onCodes }: WithCodes) {
  const [secret, setSecret] = useState<AppSecret | null>(null);
  const asked = useOwnerStep(
    viewer,
    (body) => browserApi.call("POST /api/fan/enrol-second-factor", { body }),
    async ({ body }) => setSecret(body),
  );
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
  const asked = useOwnerStep(
    viewer,
    (body) => browserApi.call("POST /api/fan/renew-recovery-codes", { body }),
    async ({ body }) => onCodes(body.recovery_codes),
  );
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
  const learn = useFactorKnown();
  const asked = useOwnerStep(
    viewer,
    (body) => browserApi.call("POST /api/fan/remove-second-factor", { body }),
    async () => {
      await learn();
      toast({ kind: "success", text: m.factor_turned_off() });
      onClose();
    },
  );
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
