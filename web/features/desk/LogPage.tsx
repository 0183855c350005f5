import { Link, useSearchParams } from "react-router";
import type { StaffLogLine } from "#contract/desk.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { DeskList, When } from "./parts.tsx";
import { useDesk, useFilters } from "./use-desk.ts";

const actions: Readonly<Record<string, () => string>> = {
  hide_model: () => m.desk_hide(),
  show_model: () => m.desk_unhide(),
  suspend_model: () => m.desk_suspend(),
  restore_model: () => m.desk_restore(),
  end_show: () => m.desk_end_show(),
  answer_ticket: () => m.desk_answer(),
  note_ticket: () => m.desk_note(),
  close_ticket: () => m.desk_close(),
  reopen_ticket: () => m.desk_reopen(),
  refund_payment: () => m.desk_refund(),
  end_sessions: () => m.desk_end_sessions(),
  remove_second_factor: () => m.desk_remove_factor(),
  make_admin: () => m.desk_make_admin(),
};

/** Everything that staff did, newest first: all of it, or what concerns one target. */
export function LogPage() {
  const [address] = useSearchParams();
  const { page, change } = useFilters(["all"]);
  const query = { page, target: address.get("target") ?? "" };
  const answer = useDesk(["log", query], () => browserApi.call("GET /api/admin/log", { query }));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1>{m.desk_log()}</h1>
        {query.target !== "" && (
          <Link to="/admin/models/log" className="text-text-2 hover:text-text hover:underline">
            {m.desk_log_all()}
          </Link>
        )}
      </div>
      <DeskList
        answer={answer}
        label={m.desk_log()}
        empty={m.desk_log_none()}
        keyOf={(line) => line.id}
        onPage={(next) => change({ page: String(next) })}
      >
        {(line) => <LogLine line={line} />}
      </DeskList>
    </>
  );
}

function LogLine({ line }: { line: StaffLogLine }) {
  return (
    <div className="grid gap-1 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 font-[550]">
        {actions[line.action]?.() ?? line.action}
        <span className="[overflow-wrap:anywhere]">{line.label}</span>
        <span className="ml-auto font-normal text-text-2">
          {line.staff} · <When at={line.at} />
        </span>
      </p>
      <p className="text-text-2 [overflow-wrap:anywhere]">{line.reason}</p>
    </div>
  );
}
