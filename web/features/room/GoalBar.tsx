import type { Room } from "#contract/live.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";

type Goal = NonNullable<Room["goal"]>;

/** The goal of the room, and how far it has come. */
export function GoalBar({ goal }: { goal: Goal }) {
  const percent = percentOf(goal);
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
      <div {...progressOf(goal)} className="h-1.5 overflow-hidden rounded-full bg-[#ffffff2e]">
        <span
          className="block h-full rounded-full bg-[#FFC24B] transition-[width] duration-(--shared) ease-soft"
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  );
}

/** The goal beside the stage: its steps, which of them are reached, and how much is missing. */
export function GoalSteps({ goal }: { goal: Goal }) {
  const { reached, target } = goal;
  const steps = stepsOf(target);
  const left = target - reached;
  return (
    <>
      <div {...progressOf(goal)} className="flex gap-1">
        {steps.map(({ from, to }) => (
          <span key={to} className="h-2 flex-1 overflow-hidden rounded-full bg-overlay">
            <span
              className="block h-full rounded-full bg-gold transition-[width] duration-(--shared) ease-soft"
              style={{ width: `${Math.min(1, Math.max(0, (reached - from) / (to - from))) * 100}%` }}
            />
          </span>
        ))}
      </div>
      <p aria-hidden="true" className="flex gap-1 text-12 text-text-3 tabular-nums">
        {steps.map(({ to }) => (
          <span key={to} className={cx("flex-1 text-right", reached >= to && "font-semibold text-gold")}>
            {tokens(to)}
          </span>
        ))}
      </p>
      <p className="text-12 text-text-2">
        {left > 0 ? m.room_goal_left({ count: left, amount: tokens(left) }) : m.room_goal_reached()}
      </p>
    </>
  );
}

const stepsMax = 4;

/** A goal in equal steps of whole tokens. */
function stepsOf(target: number): { from: number; to: number }[] {
  const count = Math.min(stepsMax, target);
  const at = (step: number) => Math.round((target * step) / count);
  return Array.from({ length: count }, (_, step) => ({ from: at(step), to: at(step + 1) }));
}

const percentOf = ({ reached, target }: Goal) =>
  Math.min(100, Math.round((reached / Math.max(1, target)) * 100));

/** The goal as a progress bar, for assistive technology. */
const progressOf = (goal: Goal) => ({
  role: "progressbar",
  "aria-label": `${m.room_goal()} ${inLanguage(goal.title)}`,
  "aria-valuenow": percentOf(goal),
  "aria-valuetext": m.room_goal_progress({
    count: goal.target,
    reached: tokens(goal.reached),
    target: tokens(goal.target),
  }),
});
