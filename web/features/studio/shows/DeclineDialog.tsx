import { useState } from "react";
import type { StudioRequest } from "#contract/paid-shows.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

const reasonMax = 200;

type DeclineDialogProps = {
  request: StudioRequest;
  busy: boolean;
  onDecline(reason: string): void;
  onClose(): void;
};

/** Declines a request with a reason that the fan reads in their own language, or in the model's words, or without one. */
export function DeclineDialog({ request, busy, onDecline, onClose }: DeclineDialogProps) {
  const [reason, setReason] = useState("");
  const { login: name, language } = request.fan;
  const offered = [m.studio_decline_later, m.studio_decline_public, m.studio_decline_break];
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.studio_decline_title({ name })}
      footer={
        <>
          <Button className="ml-auto" onClick={onClose}>
            {m.studio_cancel()}
          </Button>
          <Button tone="primary" busy={busy} onClick={() => onDecline(reason.trim())}>
            {m.studio_request_decline()}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{m.studio_decline_text({ name })}</p>
      <ul className="flex flex-wrap gap-2">
        {offered.map((text) => (
          <li key={text({}, { locale: language })}>
            <Button
              size="sm"
              className="min-h-11 whitespace-normal text-left"
              aria-pressed={reason === text({}, { locale: language })}
              onClick={() => setReason(text({}, { locale: language }))}
            >
              {text({}, { locale: language })}
            </Button>
          </li>
        ))}
      </ul>
      <Field
        label={m.studio_decline_reason()}
        labelNote={m.studio_optional()}
        value={reason}
        maxLength={reasonMax}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
