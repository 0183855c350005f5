import type { Room } from "#contract/live.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";

/** The goal of the room, and how far it has come. */
export function GoalBar({ goal }: { goal: NonNullable<Room["goal"]> }) {
  const percent = Math.min(100, Math.round((goal.reached / Math.max(1, goal.target)) * 100));
  const progress = m.room_goal_progress({
    count: goal.target,
    reached: tokens(goal.reached),
    target: tokens(goal.target),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 text-12 text-[#DAD4E6]">
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 truncate">
          <b className="font-semibold text-white">{m.room_goal()}</b> {inLanguage(goal.title)}
        </span>
        <b className="font-semibold whitespace-nowrap text-white">
          {percent >= 100 ? m.room_goal_reached() : `${tokens(goal.reached)} / ${tokens(goal.target)}`}
        </b>
      </div>
      <div
        role="progressbar"
        aria-label={`${m.room_goal()} ${inLanguage(goal.title)}`}
        aria-valuenow={percent}
        aria-valuetext={progress}
        className="h-1.5 overflow-hidden rounded-full bg-[#ffffff2e]"
      >
        <span
          className="block h-full rounded-full bg-[#FFC24B] transition-[width] duration-(--shared) ease-soft"
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  );
}
