import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { messageTextMax, trimmedLength } from "#contract/field-bounds.ts";
import type { MassMessage } from "#contract/messaging.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { TextAreaField } from "#web/ui/Field.tsx";
import { Segmented } from "#web/ui/Segmented.tsx";
import { toast } from "#web/ui/toast.ts";
import { massQuery } from "./SentToMany.tsx";

/** To whom, and what. After a lost answer the same text goes out under the same id, so that nobody gets it twice. */
export function MassForm() {
  const client = useQueryClient();
  const [to, setTo] = useState<MassMessage["to"]>("favourites");
  const [body, setBody] = useState("");
  const { pending, refusal, open, run, reset } = useCommand({
    call: (message: Pick<MassMessage, "to" | "body">, client_id) =>
      browserApi.call("POST /api/studio/mass-messages", { body: { ...message, client_id } }),
    onDone(answer) {
      setBody("");
      toast({ kind: "success", text: m.inbox_mass_sent({ count: answer.body.recipients }) });
      void client.invalidateQueries(massQuery);
    },
  });
  const left = messageTextMax - trimmedLength(body);
  const ready = body.trim() !== "" && left >= 0;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void run({ to, body });
  };
  const isSame = open?.body === body && open.to === to;
  const unknown = refusal?.unknown && isSame ? m.inbox_mass_unknown() : null;
  const problem = refusal && !refusal.unknown ? refusalText(refusal) : unknown;
  return (
    <form onSubmit={send} className="grid gap-3">
      <Segmented<MassMessage["to"]>
        label={m.inbox_mass_to()}
        options={[
          { value: "favourites", text: m.inbox_mass_favourites() },
          { value: "subscribers", text: m.inbox_mass_subscribers() },
        ]}
        value={to}
        onChange={setTo}
        wide
      />
      <TextAreaField
        label={m.inbox_mass_text()}
        rows={4}
        value={body}
        error={left < 0 ? m.inbox_too_long({ count: -left }) : problem}
        onChange={(event) => {
          reset();
          setBody(event.target.value);
        }}
      />
      <Button tone="primary" type="submit" wide busy={pending} disabled={!ready}>
        {m.inbox_send()}
      </Button>
    </form>
  );
}
