import * as z from "zod/mini";
import type { Studio } from "#contract/studio.ts";

export type RoomForm = {
  topicEn: string;
  topicEs: string;
  goalOn: boolean;
  goalEn: string;
  goalEs: string;
  target: string;
};
export type RoomProblem = "required" | "max_120" | "target";

const charactersMax = 120;
const targetMax = 1_000_000;

const text = z.string().check(z.trim(), z.maxLength(charactersMax, { error: "max_120" }));
const title = z
  .string()
  .check(z.trim(), z.minLength(1, { error: "required" }), z.maxLength(charactersMax, { error: "max_120" }));
const target = z.string().check(
  z.refine((typed: string) => /^\d{1,7}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= targetMax, {
    error: "target",
  }),
);

/** The rules of topic and goal; the goal's fields only count while a goal is set. */
export const roomRules = z.discriminatedUnion("goalOn", [
  z.object({ goalOn: z.literal(true), topicEn: text, topicEs: text, goalEn: title, goalEs: title, target }),
  z.object({
    goalOn: z.literal(false),
    topicEn: text,
    topicEs: text,
    goalEn: z.string(),
    goalEs: z.string(),
    target: z.string(),
  }),
]);

/** The form as the room stands now. */
export function roomFormOf({ topic, goal }: Pick<Studio, "topic" | "goal">): RoomForm {
  return {
    topicEn: topic.en,
    topicEs: topic.es,
    goalOn: goal !== null,
    goalEn: goal?.title.en ?? "",
    goalEs: goal?.title.es ?? "",
    target: String(goal?.target ?? 500),
  };
}

/** The body of `POST /api/studio/room`. An untouched goal is left out, so that it keeps what it has reached. */
export function roomChangeOf(form: RoomForm, before: Pick<Studio, "topic" | "goal">) {
  const topic = { en: form.topicEn.trim(), es: form.topicEs.trim() };
  const goal = form.goalOn
    ? { title: { en: form.goalEn.trim(), es: form.goalEs.trim() }, target: Number(form.target) }
    : null;
  return isSameGoal(goal, before.goal) ? { topic } : { topic, goal };
}

type Wish = { title: { en: string; es: string }; target: number } | null;

function isSameGoal(wish: Wish, goal: Studio["goal"]): boolean {
  if (wish === null || goal === null) return wish === goal;
  return wish.target === goal.target && wish.title.en === goal.title.en && wish.title.es === goal.title.es;
}
