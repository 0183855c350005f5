import * as z from "zod/mini";
import type { Studio } from "#contract/studio.ts";
import { written } from "#contract/written-text.ts";
import { wholeNumber } from "#web/lib/forms/whole-number.ts";

/** The steps of slow mode, in seconds; 0: none. */
export const slowSteps = [0, 5, 10, 30, 60] as const;

export type RoomForm = {
  topicEn: string;
  topicEs: string;
  goalOn: boolean;
  goalEn: string;
  goalEs: string;
  target: string;
  slow: string;
};
export type RoomProblem = "required" | "max_120" | "target";

const charactersMax = 120;
const targetMax = 1_000_000;

const text = z.string().check(z.overwrite(written), z.maxLength(charactersMax, { error: "max_120" }));
const title = z
  .string()
  .check(
    z.overwrite(written),
    z.minLength(1, { error: "required" }),
    z.maxLength(charactersMax, { error: "max_120" }),
  );
const target = z.string().check(
  z.refine((typed: string) => wholeNumber(typed) >= 1 && wholeNumber(typed) <= targetMax, {
    error: "target",
  }),
);

const slow = z.enum(slowSteps.map(String));

/** The rules of topic, goal and slow mode; the goal's fields only count while a goal is set. */
export const roomRules = z.discriminatedUnion("goalOn", [
  z.object({
    goalOn: z.literal(true),
    topicEn: text,
    topicEs: text,
    goalEn: title,
    goalEs: title,
    target,
    slow,
  }),
  z.object({
    goalOn: z.literal(false),
    topicEn: text,
    topicEs: text,
    goalEn: z.string(),
    goalEs: z.string(),
    target: z.string(),
    slow,
  }),
]);

type RoomState = Pick<Studio, "topic" | "goal" | "slow_seconds">;

/** The form as the room stands now. */
export function roomFormOf({ topic, goal, slow_seconds }: RoomState): RoomForm {
  return {
    topicEn: topic.en,
    topicEs: topic.es,
    goalOn: goal !== null,
    goalEn: goal?.title.en ?? "",
    goalEs: goal?.title.es ?? "",
    target: String(goal?.target ?? 500),
    slow: String(slow_seconds),
  };
}

/** The body of `POST /api/studio/room`. An untouched goal is left out, so that it keeps what it has reached. */
export function roomChangeOf(form: RoomForm, before: Pick<Studio, "goal">) {
  const topic = { en: form.topicEn.trim(), es: form.topicEs.trim() };
  const goal = form.goalOn
    ? { title: { en: form.goalEn.trim(), es: form.goalEs.trim() }, target: wholeNumber(form.target) }
    : null;
  const slow_seconds = slowSteps.find((seconds) => String(seconds) === form.slow) ?? 0;
  return isSameGoal(goal, before.goal) ? { topic, slow_seconds } : { topic, goal, slow_seconds };
}

type NewGoal = { title: { en: string; es: string }; target: number } | null;

function isSameGoal(wanted: NewGoal, goal: Studio["goal"]): boolean {
  if (wanted === null || goal === null) return wanted === goal;
  return (
    wanted.target === goal.target && wanted.title.en === goal.title.en && wanted.title.es === goal.title.es
  );
}
