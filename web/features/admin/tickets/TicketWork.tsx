import { useState } from "react";
import type { TicketDetails } from "#contract/admin-tickets.ts";
import { isBlank } from "#contract/written-text.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { TextAreaField } from "#web/ui/fields/Field.tsx";
import { Segmented } from "#web/ui/fields/Segmented.tsx";
import { useAdminCommand } from "../use-admin.ts";
import { isClosedByDecision } from "./DecideReport.tsx";

type Step = "answer" | "note" | "close";

const labels: Record<Step, { label(): string; hint(): string; send(): string; done(): string }> = {
  answer: {
    label: () => m.admin_answer(),
    hint: () => m.admin_answer_hint(),
    send: () => m.admin_answer_send(),
    done: () => m.admin_answer_done(),
  },
  note: {
    label: () => m.admin_note(),
    hint: () => m.admin_note_hint(),
    send: () => m.admin_note_send(),
    done: () => m.admin_note_done(),
  },
  close: {
    label: () => m.admin_close(),
    hint: () => m.admin_close_hint(),
    send: () => m.admin_close_send(),
    done: () => m.admin_close_done(),
  },
};

type TicketWorkProps = { ticket: TicketDetails; text: string; onText(text: string): void };

/** Answers a message by mail, notes something for colleagues, or closes it, unless only a decision does. */
export function TicketWork({ ticket, text, onText }: TicketWorkProps) {
  const steps: Step[] = [
    ...(ticket.email || ticket.about !== null ? (["answer"] as const) : []),
    "note",
    ...(isClosedByDecision(ticket) ? [] : (["close"] as const)),
  ];
  const [chosen, setStep] = useState<Step>(steps[0] ?? "note");
  // A note where it can no longer be closed: the reason that was written for colleagues is not sent to anybody.
  const step = steps.includes(chosen) ? chosen : "note";
  const [tried, setTried] = useState(false);
  const { pending, run } = useAdminCommand(
    ({ what, reply }: { what: Step; reply: string }, client_id) =>
      browserApi.call(`POST /api/admin/tickets/{id}/${what}`, {
        params: { id: ticket.id },
        body: { client_id, text: reply },
      }),
    ({ what }) => labels[what].done(),
    {
      onSent() {
        onText("");
        setTried(false);
      },
    },
  );
  const send = () => {
    setTried(true);
    if (!isBlank(text)) void run({ what: step, reply: text.trim() });
  };
  return (
    <section
      aria-label={m.admin_work()}
      className="grid gap-4 rounded-16 bg-surface p-5 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <Segmented<Step>
        label={m.admin_work()}
        wide
        value={step}
        onChange={setStep}
        options={steps.map((value) => ({ value, text: labels[value].label() }))}
      />
      <TextAreaField
        label={labels[step].label()}
        hint={labels[step].hint()}
        rows={5}
        error={tried && isBlank(text) ? m.auth_required() : null}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <Button tone="primary" className="justify-self-end" busy={pending} onClick={send}>
        {labels[step].send()}
      </Button>
    </section>
  );
}
