import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { holdsCardNumber } from "#contract/card-number.ts";
import { trimmedLength } from "#contract/field-bounds.ts";
import { type ReportReason, reportReasons } from "#contract/report-reasons.ts";
import { siteName } from "#contract/site-name.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { dateTime } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { FormAlert, SelectField, TextAreaField } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { type Reportable, reasonNames } from "./report-labels.ts";
import { reportsQuery } from "./reports-query.ts";

const messageMax = 2_000;

/** Asks what is reported and why, sends it, and says who reviews it by when. A refusal keeps what was typed. */
export function ReportDialog({ targets, onClose }: { targets: readonly Reportable[]; onClose(): void }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(0);
  const [reason, setReason] = useState<ReportReason | "">("");
  const [message, setMessage] = useState("");
  const [tried, setTried] = useState(false);
  const { run, pending, refusal, done } = useCommand({
    call: (
      body: { about: Reportable["about"]; id: number; reason: ReportReason; message: string },
      client_id,
    ) => browserApi.call("POST /api/reports", { body: { ...body, client_id } }),
    onDone: () => void client.invalidateQueries(reportsQuery),
  });
  if (done) return <Sent receipt={done.body} onClose={onClose} />;
  const target = targets[chosen];
  const problem = problemOf(message);
  const send = () => {
    setTried(true);
    if (target && reason !== "" && problem === null)
      void run({ about: target.about, id: target.id, reason, message });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.report_title()}
      footer={
        <Button tone="primary" className="ml-auto" busy={pending} onClick={send}>
          {m.report_send()}
        </Button>
      }
    >
      <p className="text-text-2">{m.report_text({ site: siteName() })}</p>
      {targets.length > 1 && (
        <SelectField
          label={m.report_about()}
          value={chosen}
          onChange={({ target: { value } }) => setChosen(Number(value))}
        >
          {targets.map(({ about, id, text }, index) => (
            <option key={`${about} ${id}`} value={index}>
              {text}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={m.support_reason()}
        value={reason}
        error={tried && reason === "" ? m.support_choose() : null}
        onChange={({ target: { value } }) => setReason(reportReasons.find((one) => one === value) ?? "")}
      >
        <option value="">{m.support_reason_choose()}</option>
        {reportReasons.map((one) => (
          <option key={one} value={one}>
            {reasonNames[one]()}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label={m.report_message()}
        labelNote={m.support_optional()}
        rows={4}
        error={tried ? problem : null}
        value={message}
        onChange={({ target: { value } }) => setMessage(value)}
      />
      <FormAlert text={refusal && refusalText(refusal)} />
    </Dialog>
  );
}

function problemOf(message: string): string | null {
  if (trimmedLength(message) > messageMax) return m.auth_max({ count: messageMax });
  return holdsCardNumber(message) ? m.pay_error_card_number_in_text() : null;
}

type SentProps = { receipt: { number: string; due_at: string; mailed: boolean }; onClose(): void };

function Sent({ receipt, onClose }: SentProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.report_sent_title()}
      footer={
        <Button tone="solid" className="ml-auto" onClick={onClose}>
          {m.common_close()}
        </Button>
      }
    >
      <p className="flex gap-3">
        <Icon name="check" className="flex-none text-ok" />
        {m.report_sent_text({ date: dateTime(receipt.due_at), number: receipt.number })}
      </p>
      <p className="text-text-2">{receipt.mailed ? m.report_sent_mailed() : m.report_sent_listed()}</p>
      <p className="text-text-2">{m.report_sent_danger()}</p>
    </Dialog>
  );
}
