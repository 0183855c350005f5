import { useId } from "react";
import { useForm } from "react-hook-form";
import { encode } from "uqr";
import { isBlank } from "#contract/written-text.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { fieldErrorMessage } from "#web/lib/forms/field-errors.ts";
import { useFormCommand } from "#web/lib/forms/use-form-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field, FormAlert } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { copyText } from "./RecoveryCodesDialog.tsx";

/** The secret of the app as text and as an address for its camera. */
export type AppSecret = { secret: string; uri: string };

type AppDialogProps = { secret: AppSecret; onClose(): void; onCodes(codes: readonly string[]): void };

/** Brings the secret into the app, and asks for a first code that shows it got there. */
export function AppDialog({ secret: { secret, uri }, onClose, onCodes }: AppDialogProps) {
  const formId = useId();
  const { form, busy, problem, submit } = useFirstCode(onCodes);
  const { register, formState } = form;
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={m.factor_enrol_title()}
      footer={
        <>
          <Button className="ml-auto" disabled={busy} onClick={onClose}>
            {m.factor_cancel()}
          </Button>
          <Button tone="primary" type="submit" form={formId} busy={busy}>
            {m.factor_turn_on()}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{m.factor_enrol_scan()}</p>
      <QrCode text={uri} label={m.factor_qr()} />
      <div className="grid gap-1">
        <p className="text-12 font-[550] text-text-2">{m.factor_secret()}</p>
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-w-0 flex-1 text-14 break-all select-all" data-testid="totp-secret">
            {secret.replaceAll(/.{4}(?=.)/g, "$& ")}
          </code>
          <Button tone="outline" size="sm" onClick={() => void copyText(secret)}>
            {m.factor_copy_key()}
          </Button>
        </div>
      </div>
      <FormAlert text={problem} />
      <form id={formId} onSubmit={submit} noValidate method="post" className="grid gap-2">
        <p className="text-text-2">{m.factor_enrol_code()}</p>
        <Field
          label={m.factor_code()}
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          maxLength={40}
          error={fieldErrorMessage(formState.errors.one_time_code?.message)}
          {...register("one_time_code")}
        />
      </form>
    </Dialog>
  );
}

function useFirstCode(onCodes: AppDialogProps["onCodes"]) {
  const form = useForm({ defaultValues: { one_time_code: "" } });
  const command = useFormCommand({
    form,
    check({ one_time_code }) {
      if (!isBlank(one_time_code)) return true;
      form.setError("one_time_code", { message: "required" }, { shouldFocus: true });
      return false;
    },
    call: (body) => browserApi.call("POST /api/fan/confirm-second-factor", { body }),
    onDone: ({ body }) => onCodes(body.recovery_codes),
  });
  return { form, ...command };
}

const quietModules = 4;

/** A text as a QR code (ISO/IEC 18004): black on white in every theme, because cameras ask for it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: quietModules });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 justify-self-center rounded-12 bg-white"
    >
      <path d={pathOf(data)} fill="#000" />
    </svg>
  );
}

/** One run of dark modules after the other. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}
