import { useQuery } from "@tanstack/react-query";
import type { OwnReport } from "#contract/reports.ts";
import { reasonNames, targetNames } from "#web/entities/report/report-labels.ts";
import { reportsQuery } from "#web/entities/report/reports-query.ts";
import { useLocalTime } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { hasFailed, PartFailed } from "#web/ui/states/PartFailed.tsx";
import { SettingsSection } from "./SettingsSection.tsx";

/** The person's reports and their outcomes; nothing while there are none. */
export function ReportsSection() {
  const read = useQuery(reportsQuery);
  const { data } = read;
  if (hasFailed(read))
    return (
      <SettingsSection title={m.report_own()} anchor="reports">
        <PartFailed read={read} text={m.report_own_failed()} />
      </SettingsSection>
    );
  if (!data || data.length === 0) return null;
  return (
    <SettingsSection title={m.report_own()} anchor="reports">
      <ul className="grid">
        {data.map((report) => (
          <ReportRow key={report.number} report={report} />
        ))}
      </ul>
    </SettingsSection>
  );
}

function ReportRow({ report }: { report: OwnReport }) {
  const { date, dateTime } = useLocalTime();
  const isOpen = report.state === "open";
  return (
    <li className="grid gap-1.5 border-line py-3 not-first:border-t">
      <p className="flex flex-wrap items-center gap-2 font-[550] wrap-anywhere">
        {targetNames[report.about]()}
        {report.name !== null && ` · ${report.name}`}
        <Pill tone={isOpen ? "warn" : "plain"}>{states[report.state]()}</Pill>
      </p>
      <p className="text-12 text-text-3">
        {reasonNames[report.reason]()} · {report.number} · {date(report.created_at)}
        {isOpen && ` · ${m.report_due({ date: dateTime(report.due_at) })}`}
      </p>
      {report.answers.map(({ text, at }) => (
        <p key={at} className="rounded-12 bg-raised px-3.5 py-2.5 whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      ))}
    </li>
  );
}

const states: Record<OwnReport["state"], () => string> = {
  open: () => m.report_state_open(),
  answered: () => m.report_state_answered(),
  closed: () => m.report_state_closed(),
};
