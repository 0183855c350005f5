import { type Dispatch, type FormEvent, type SetStateAction, useState } from "react";
import type { TicketDetails } from "#contract/admin-tickets.ts";
import { type ReportOutcome, reportOutcomes } from "#contract/report-reasons.ts";
import { isBlank } from "#contract/written-text.ts";
import { outcomeNames } from "#web/entities/report/report-labels.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { SelectField, TextAreaField } from "#web/ui/fields/Field.tsx";
import { useAdminCommand } from "../use-admin.ts";
import { RefundBuyers, refundsAtFirst } from "./RefundBuyers.tsx";

/** The texts of a decision for both sides: the reason for the user it is about, the answer for the reporter. */
export type DecisionTexts = { reason: string; answer: string };

type DecideReportProps = {
  ticket: TicketDetails;
  texts: DecisionTexts;
  onTexts: Dispatch<SetStateAction<DecisionTexts>>;
};

/** Decides a report, or the appeal against its first decision, with the reasons for both sides. */
export function DecideReport({ ticket, texts, onTexts }: DecideReportProps) {
  const { reason, answer } = texts;
  const [chosen, setOutcome] = useState<ReportOutcome>("dismissed");
  const outcomes = reportOutcomes.filter((one) => one !== "dismissed" || !isRemovalUndecided(ticket));
  const outcome = outcomes.includes(chosen) ? chosen : "removed";
  const [refund, setRefund] = useState(refundsAtFirst(ticket));
  const [tried, setTried] = useState(false);
  // Also where it went by another report: its buyers may have nothing back.
  const removes = outcome === "removed" && !isRemoved(ticket);
  const isComplete = !isBlank(reason) && !isBlank(answer);
  const { pending, run } = useAdminCommand(
    (decision: DecisionTexts & { outcome: ReportOutcome; refund_buyers: boolean }, client_id) =>
      browserApi.call("POST /api/admin/tickets/{id}/decide", {
        params: { id: ticket.id },
        body: { client_id, ...decision },
      }),
    () => m.admin_decide_done(),
    {
      onSent() {
        onTexts({ reason: "", answer: "" });
        setTried(false);
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isComplete) return;
    const both = { reason: reason.trim(), answer: answer.trim() };
    void run({ ...both, outcome, refund_buyers: removes && refund });
  };
  const missing = (text: string) => (tried && isBlank(text) ? m.auth_required() : null);
  const title = ticket.appeal ? m.admin_decide_appeal() : m.admin_decide();
  return (
    <form
      method="dialog"
      onSubmit={submit}
      aria-label={title}
      className="grid gap-4 rounded-16 bg-surface p-5 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <h2 className="text-16!">{title}</h2>
      <SelectField
        label={m.admin_outcome()}
        hint={m.admin_outcome_hint()}
        value={outcome}
        onChange={(event) => setOutcome(outcomes.find((one) => one === event.target.value) ?? outcome)}
      >
        {outcomes.map((one) => (
          <option key={one} value={one}>
            {outcomeNames[one]()}
          </option>
        ))}
      </SelectField>
      {removes && <RefundBuyers sold={ticket.sold} checked={refund} onChange={setRefund} />}
      <TextAreaField
        label={m.admin_decide_reason()}
        hint={m.admin_decide_reason_hint()}
        rows={4}
        maxLength={2000}
        error={missing(reason)}
        value={reason}
        onChange={(event) => onTexts((before) => ({ ...before, reason: event.target.value }))}
      />
      <TextAreaField
        label={m.admin_decide_answer()}
        rows={4}
        maxLength={5000}
        error={missing(answer)}
        value={answer}
        onChange={(event) => onTexts((before) => ({ ...before, answer: event.target.value }))}
      />
      <Button type="submit" tone="primary" className="justify-self-end" busy={pending}>
        {title}
      </Button>
    </form>
  );
}

/** Whether only its decision closes the report: an appeal waits for it, or it was removed ahead of it. */
export const isClosedByDecision = (ticket: TicketDetails) =>
  (ticket.appeal !== null && isUndecided(ticket)) || isRemovalUndecided(ticket);

/** Whether staff removed what was reported ahead of the first decision, which then is not to dismiss the report. */
const isRemovalUndecided = ({ decisions, notes }: TicketDetails) =>
  decisions.length === 0 && notes.some(({ kind }) => kind === "removed");

/** Whether staff removed by this report what it is about. */
export const isRemoved = ({ notes, decisions }: TicketDetails) =>
  notes.some(({ kind }) => kind === "removed") || decisions.some(({ outcome }) => outcome === "removed");

/** Whether staff have something to decide: nothing was yet, or somebody has objected to it. */
export const isUndecided = ({ kind, state, decisions, appeal }: TicketDetails) =>
  kind === "report" && state !== "closed" && decisions.length < (appeal ? 2 : 1);
