import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { messageTextMax } from "#contract/chat-message.ts";
import { trimmedLength } from "#contract/field-bounds.ts";
import type { MassMessage } from "#contract/messaging.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { TextAreaField } from "#web/ui/Field.tsx";
import { Segmented } from "#web/ui/Segmented.tsx";
import { toast } from "#web/ui/toast.ts";
import { massQuery } from "./mass-query.ts";

/** To whom, and what. Its id is minted once a text and kept until an answer is certain, so that nobody gets it twice. */
export function MassForm() {
  const client = useQueryClient();
  const [to, setTo] = useState<MassMessage["to"]>("favourites");
  const [body, setBody] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const left = messageTextMax - trimmedLength(body);
  const ready = body.trim() !== "" && left >= 0;
  const intent = useRef<string | null>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !ready) return;
    setBusy(true);
    setProblem(null);
    intent.current ??= crypto.randomUUID();
    const answer = await browserApi.call("POST /api/studio/mass-messages", {
      body: { to, body, client_id: intent.current },
    });
    setBusy(false);
    if (answer.status === 0 || answer.status >= 500) return setProblem(m.inbox_mass_unknown());
    intent.current = null;
    if (answer.status !== 201) return setProblem(answer.body.message);
    setBody("");
    toast({ kind: "success", text: m.inbox_mass_sent({ count: answer.body.recipients }) });
    void client.invalidateQueries(massQuery);
  };
  const change = (text: string) => {
    // Another text is another message, whatever became of the one before.
    intent.current = null;
    setBody(text);
  };
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-3">
      <Segmented
        label={m.inbox_mass_to()}
        options={[
          { value: "favourites", text: m.inbox_mass_favourites() },
          { value: "subscribers", text: m.inbox_mass_subscribers() },
        ]}
        value={to}
        onChange={(next) => {
          intent.current = null;
          setTo(next);
        }}
        wide
      />
      <TextAreaField
        label={m.inbox_mass_text()}
        rows={4}
        value={body}
        error={left < 0 ? m.inbox_too_long({ count: -left }) : problem}
        onChange={(event) => change(event.target.value)}
      />
      <Button tone="primary" type="submit" wide busy={busy} disabled={!ready}>
        {m.inbox_send()}
      </Button>
    </form>
  );
}
