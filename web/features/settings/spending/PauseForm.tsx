import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { date } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { FormAlert } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { putLimits } from "./limits-query.ts";

const choices = [1, 7, 30, 90] as const;

/** A break of a day, a week, a month or three: nothing is spent and nothing bought until it ends. */
export function PauseForm({ paused }: { paused: boolean }) {
  const [days, setDays] = useState<number | null>(null);
  return (
    <div className="mt-2 grid gap-3">
      <p className="max-w-[62ch] text-text-2">
        {paused ? m.spending_pause_longer() : m.spending_pause_text()}
      </p>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <Button key={choice} tone="outline" onClick={() => setDays(choice)}>
            {m.spending_days({ count: choice })}
          </Button>
        ))}
      </div>
      {days !== null && <PauseDialog days={days} onClose={() => setDays(null)} />}
    </div>
  );
}

/** Says until when, and that there is no way back. */
function PauseDialog({ days, onClose }: { days: number; onClose(): void }) {
  const client = useQueryClient();
  const { run, pending, refusal } = useCommand({
    call: (chosen: number) => browserApi.call("POST /api/fan/pause", { body: { days: chosen } }),
    onDone({ body }) {
      putLimits(client, body);
      toast({ kind: "success", text: m.spending_pause_done() });
      onClose();
    },
  });
  const until = date(new Date(Date.now() + days * 86_400_000));
  return (
    <Dialog
      open
      onClose={onClose}
      locked={pending}
      title={m.spending_pause_ask({ days: m.spending_days({ count: days }) })}
      footer={
        <>
          <Button tone="outline" className="ml-auto" onClick={onClose} disabled={pending}>
            {m.spending_pause_cancel()}
          </Button>
          <Button tone="primary" busy={pending} onClick={() => void run(days)}>
            {m.spending_pause_confirm()}
          </Button>
        </>
      }
    >
      <FormAlert text={refusal && refusalText(refusal)} />
      <p>{m.spending_pause_until({ date: until })}</p>
      <p className="text-text-2">{m.spending_pause_final()}</p>
    </Dialog>
  );
}
