import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { OwnDecision, OwnRemoval } from "#contract/reports.ts";
import { isBlank } from "#contract/written-text.ts";
import { decisionsQuery } from "#web/entities/report/decisions-query.ts";
import { outcomeNames, reasonNames, targetNames } from "#web/entities/report/report-labels.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useLocalTime } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/buttons/Button.tsx";
import { TextAreaField } from "#web/ui/fields/Field.tsx";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { hasFailed, PartFailed } from "#web/ui/states/PartFailed.tsx";
import { SettingsSection } from "./SettingsSection.tsx";

/** The removals and decisions against the person, with the way to object; nothing while there are none. */
export function DecisionsSection() {
  const read = useQuery(decisionsQuery);
  const { data } = read;
  if (hasFailed(read))
    return (
      <SettingsSection title={m.decisions_own()} anchor="decisions">
        <PartFailed read={read} text={m.decisions_failed()} />
      </SettingsSection>
    );
  if (!data || data.data.length + data.removals.length === 0) return null;
  return (
    <SettingsSection title={m.decisions_own()} anchor="decisions">
      <ul className="grid">
        {data.removals.map((removal) => (
          <RemovalRow key={removal.number} removal={removal} />
        ))}
        {data.data.map((decision) => (
          <DecisionRow key={decision.number} decision={decision} />
        ))}
      </ul>
    </SettingsSection>
  );
}

function RemovalRow({ removal }: { removal: OwnRemoval }) {
  const { about, because, number, at, text, reason, refunded } = removal;
  const { date } = useLocalTime();
  return (
    <li className="grid gap-1.5 border-line py-3 not-first:border-t">
      <p className="flex flex-wrap items-center gap-2 font-[550]">
        {targetNames[about]()}
        <Pill tone="warn">{m.removal_pill()}</Pill>
      </p>
      <p className="text-12 text-text-3">
        {reasonNames[because]()} · {number} · {date(at)}
      </p>
      {text && <blockquote className="border-l-3 border-line pl-3 wrap-anywhere">{text}</blockquote>}
      <QuotedText text={reason} />
      <p className="text-12 text-text-3">
        {refunded && `${m.removal_refunded()} `}
        {m.removal_next()}
      </p>
    </li>
  );
}

function DecisionRow({ decision }: { decision: OwnDecision }) {
  const { about, because, outcome, number, at, reason, appeal, final } = decision;
  const { date } = useLocalTime();
  return (
    <li className="grid gap-1.5 border-line py-3 not-first:border-t">
      <p className="flex flex-wrap items-center gap-2 font-[550]">
        {targetNames[about]()}
        <Pill tone="warn">{outcomeNames[outcome]()}</Pill>
      </p>
      <p className="text-12 text-text-3">
        {reasonNames[because]()} · {number} · {date(at)}
      </p>
      <QuotedText text={reason} />
      {appeal && (
        <>
          <p className="text-12 text-text-3">
            {m.decision_appeal()} · {date(appeal.at)}
          </p>
          <QuotedText text={appeal.text} />
        </>
      )}
      {final && (
        <>
          <p className="text-12 text-text-3">
            {m.decision_final()}: {outcomeNames[final.outcome]()} · {date(final.at)}
          </p>
          <QuotedText text={final.reason} />
        </>
      )}
      {!appeal && <AppealForm decision={decision} />}
    </li>
  );
}

const QuotedText = ({ text }: { text: string | null }) => (
  <p className="rounded-12 bg-raised px-3.5 py-2.5 whitespace-pre-line wrap-anywhere">
    {text ?? m.decision_erased()}
  </p>
);

function AppealForm({ decision: { number, appeal_until } }: { decision: OwnDecision }) {
  const client = useQueryClient();
  const { date } = useLocalTime();
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const { pending, run } = useCommand({
    call: (text: string) =>
      browserApi.call("POST /api/decisions/{number}/appeal", { params: { number }, body: { text } }),
    onDone({ body }) {
      client.setQueryData(decisionsQuery.queryKey, body);
      toast({ kind: "success", text: m.decision_appeal_done() });
    },
    onRefused: toastRefusal,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isBlank(text)) void run(text.trim());
  };
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-3">
        {m.decision_object()}
      </summary>
      <form method="dialog" onSubmit={submit} className="grid gap-3">
        <TextAreaField
          label={m.decision_object_text()}
          hint={m.decision_object_hint({ date: date(appeal_until) })}
          rows={4}
          maxLength={2000}
          error={tried && isBlank(text) ? m.auth_required() : null}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" busy={pending} className="justify-self-start">
          {m.decision_object_send()}
        </Button>
      </form>
    </details>
  );
}
