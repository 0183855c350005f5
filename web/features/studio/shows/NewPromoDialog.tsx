import { type SubmitEvent, useState } from "react";
import { emailPattern } from "#contract/field-bounds.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { refusedField } from "#web/lib/forms/field-errors.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast, toastRefusalOutside } from "#web/ui/overlays/toast.ts";

type NewPromoDialogProps = { onMade(): void; onClose(): void };
type Errors = { email?: string; minutes?: string };

/** Makes a promo link: for which account, and for how long. */
export function NewPromoDialog({ onMade, onClose }: NewPromoDialogProps) {
  const [email, setEmail] = useState("");
  const [minutes, setMinutes] = useState("5");
  const [errors, setErrors] = useState<Errors>({});
  const { pending, refusal, run } = useCommand({
    // One link, however often its button is pressed.
    call: (promo: { email: string; duration: number }, client_id) =>
      browserApi.call("POST /api/studio/promos", { body: { client_id, ...promo } }),
    onDone() {
      toast({ kind: "success", text: m.studio_promo_made() });
      onMade();
      onClose();
    },
    onRefused: toastRefusalOutside(["email", "duration"]),
  });
  const make = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = problemsOf(email.trim(), minutes.trim());
    setErrors(found);
    if (found.email || found.minutes) return;
    await run({ email: email.trim(), duration: Number(minutes) * 60 });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.studio_promo_new_title()}
      footer={
        <Button tone="primary" type="submit" form="new-promo" className="ml-auto" busy={pending}>
          {m.studio_promo_make()}
        </Button>
      }
    >
      <p className="text-text-2">{m.studio_promo_new_text()}</p>
      <form id="new-promo" noValidate className="grid gap-2" onSubmit={(event) => void make(event)}>
        <Field
          label={m.studio_promo_email()}
          type="email"
          autoComplete="off"
          value={email}
          error={errors.email ?? refusedField(refusal, "email")}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Field
          label={m.studio_promo_minutes()}
          inputMode="numeric"
          value={minutes}
          hint={m.studio_promo_minutes_hint()}
          error={errors.minutes ?? refusedField(refusal, "duration")}
          onChange={({ target }) => setMinutes(target.value)}
        />
      </form>
    </Dialog>
  );
}

function problemsOf(email: string, minutes: string): Errors {
  const whole = /^\d{1,2}$/.test(minutes) ? Number(minutes) : 0;
  return {
    ...(emailPattern.test(email) ? {} : { email: m.studio_promo_email_wrong() }),
    ...(whole >= 1 && whole <= 60 ? {} : { minutes: m.studio_promo_minutes_wrong() }),
  };
}
