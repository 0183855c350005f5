import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Panel, PanelFailed } from "../Panel.tsx";
import { scheduleQuery } from "./schedule-query.ts";
import { ScheduleDialog } from "./ScheduleDialog.tsx";
import { weekdayName } from "./weekday-name.ts";

/** When the model means to be on air each week, as their fans see it. */
export function SchedulePanel() {
  const read = useQuery(scheduleQuery);
  const schedule = read.data;
  const [editing, setEditing] = useState(false);
  return (
    <Panel
      title={m.studio_schedule()}
      end={
        <Button
          size="sm"
          tone="quiet"
          className="min-h-11"
          disabled={!schedule}
          aria-label={`${m.studio_edit()}: ${m.studio_schedule()}`}
          onClick={() => setEditing(true)}
        >
          {m.studio_edit()}
        </Button>
      }
    >
      <PanelFailed read={read} />
      {schedule?.hours.length === 0 && <p className="px-4 pb-4 text-text-3">{m.studio_schedule_none()}</p>}
      <ul>
        {schedule?.hours.map(({ weekday, from, to }) => (
          <li
            key={`${weekday} ${from}`}
            className="flex min-h-11 items-center justify-between gap-3 border-t border-line px-4 py-2"
          >
            <span className="min-w-0 truncate first-letter:uppercase">{weekdayName(weekday)}</span>
            <span className="whitespace-nowrap text-text-2">
              {from} – {to}
            </span>
          </li>
        ))}
      </ul>
      {schedule && editing && <ScheduleDialog schedule={schedule} onClose={() => setEditing(false)} />}
    </Panel>
  );
}
