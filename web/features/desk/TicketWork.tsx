import { useState } from "react";
import type { TicketDetails } from "#contract/desk.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { TextAreaField } from "#web/ui/Field.tsx";
import { Segmented } from "#web/ui/Segmented.tsx";
import { useDeskChange, useIntentId } from "./use-desk.ts";

type Step = "answer" | "note" | "close";

const words: Record<Step, { label(): string; hint(): string; send(): string; done(): string }> = {
  answer: {
    label: () => m.desk_answer(),
    hint: () => m.desk_answer_hint(),
    send: () => m.desk_answer_send(),
    done: () => m.desk_answer_done(),
  },
  note: {
    label: () => m.desk_note(),
    hint: () => m.desk_note_hint(),
    send: () => m.desk_note_send(),
    done: () => m.desk_note_done(),
  },
  close: {
    label: () => m.desk_close(),
    hint: () => m.desk_close_hint(),
    send: () => m.desk_close_send(),
    done: () => m.desk_close_done(),
  },
};

/** Answers a message by mail, notes something for colleagues, or closes it with the decision. */
export function TicketWork({ ticket }: { ticket: TicketDetails }) {
  const steps: Step[] = ticket.email ? ["answer", "note", "close"] : ["note", "close"];
  const [step, setStep] = useState<Step>(steps[0] ?? "note");
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const { busy, change } = useDeskChange();
  const intentId = useIntentId(`${step} ${text}`);
  const send = async () => {
    setTried(true);
    if (text.trim() === "") return;
    const input = { params: { id: ticket.id }, body: { client_id: intentId(), text: text.trim() } };
    if (!(await change(browserApi.call(`POST /api/admin/tickets/{id}/${step}`, input), words[step].done())))
      return;
    setText("");
    setTried(false);
  };
  return (
    <section
      aria-label={m.desk_work()}
      className="grid gap-4 rounded-16 bg-surface p-5 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <Segmented<Step>
        label={m.desk_work()}
        wide
        value={step}
        onChange={setStep}
        options={steps.map((value) => ({ value, text: words[value].label() }))}
      />
      <TextAreaField
        label={words[step].label()}
        hint={words[step].hint()}
        rows={5}
        error={tried && text.trim() === "" ? m.auth_required() : null}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button tone="primary" className="justify-self-end" busy={busy} onClick={() => void send()}>
        {words[step].send()}
      </Button>
    </section>
  );
}
