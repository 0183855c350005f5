import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { StaffLogLine } from "#contract/admin.ts";
import { m } from "#web/paraglide/messages.js";
import { logIn } from "./admin-queries.ts";
import { AdminList, When } from "./parts.tsx";
import { useFilters } from "./use-admin.ts";

const actions: Readonly<Record<string, () => string>> = {
  hide_model: () => m.admin_hide(),
  show_model: () => m.admin_unhide(),
  suspend_model: () => m.admin_suspend(),
  restore_model: () => m.admin_restore(),
  suspend_account: () => m.admin_suspend(),
  restore_account: () => m.admin_restore(),
  approve_model: () => m.admin_approve(),
  send_back_model: () => m.admin_send_back(),
  end_show: () => m.admin_end_show(),
  answer_ticket: () => m.admin_answer(),
  note_ticket: () => m.admin_note(),
  close_ticket: () => m.admin_close(),
  reopen_ticket: () => m.admin_reopen(),
  decide_report: () => m.admin_decide(),
  refund_payment: () => m.admin_refund(),
  resolve_chargeback: () => m.admin_resolve_chargeback(),
  end_sessions: () => m.admin_end_sessions(),
  remove_second_factor: () => m.admin_remove_factor(),
  make_admin: () => m.admin_make_admin(),
  pay_out: () => m.admin_pay_out(),
  remove_comment: () => m.admin_remove_comment(),
  remove_reported: () => m.admin_remove_reported(),
  view_evidence: () => m.admin_action_view_evidence(),
};

/** Everything that staff did, newest first: all of it, or what concerns one target. */
export function LogPage() {
  const { address, change } = useFilters(["all"]);
  const answer = useQuery(logIn(address));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1>{m.admin_log()}</h1>
        {address.has("target") && (
          <Link to="/admin/models/log" className="text-text-2 hover:text-text hover:underline">
            {m.admin_log_all()}
          </Link>
        )}
      </div>
      <AdminList
        answer={answer}
        label={m.admin_log()}
        empty={m.admin_log_none()}
        keyOf={(line) => line.id}
        onPage={(next) => change({ page: String(next) })}
      >
        {(line) => <LogLine line={line} />}
      </AdminList>
    </>
  );
}

function LogLine({ line }: { line: StaffLogLine }) {
  return (
    <div className="grid gap-1 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 font-[550]">
        {actions[line.action]?.() ?? line.action}
        <span className="[overflow-wrap:anywhere]">{line.label}</span>
        <span className="ml-auto font-normal text-text-2 max-sm:ml-0 max-sm:basis-full">
          {line.staff} · <When at={line.at} />
        </span>
      </p>
      <p className="text-text-2 [overflow-wrap:anywhere]">{line.reason}</p>
    </div>
  );
}
