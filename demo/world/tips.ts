import { randomUUID } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Logger } from "#server/kit/log.ts";
import { pick, type Random, seededRandom } from "#server/kit/random.ts";
import type { Rooms } from "#server/rooms/rooms.ts";
import type { Wallet } from "#server/wallet/wallet.ts";
import type { DemoModel } from "../models.ts";
import { topUp } from "./top-up.ts";

type Language = "en" | "es";

/** Simulated fans with accounts, who tip. */
export const tippingFans: readonly { login: string; language: Language; country: string }[] = [
  { login: "oldharbor", language: "en", country: "US" },
  { login: "pilar84", language: "es", country: "ES" },
  { login: "nightbus", language: "en", country: "GB" },
  { login: "elguille", language: "es", country: "AR" },
  { login: "winniek", language: "en", country: "CA" },
  { login: "chelo77", language: "es", country: "MX" },
];

const amounts = [5, 5, 10, 10, 10, 15, 20, 25, 25, 50, 100];
const notes: Readonly<Record<Language, readonly string[]>> = {
  en: ["", "", "", "For the goal", "You made my evening", "Keep going", "One more like that"],
  es: ["", "", "", "Para la meta", "Me alegraste la noche", "Sigue así", "Otra como esa"],
};

const firstWithinMs = 20_000;
const pauseMsMin = 5_000;
/** The mean pause between two tips in a room that many watch, and in others. */
const meanPauseMs = { crowded: 60_000, quiet: 180_000 };
const crowdedFrom = 300;
const walletTokens = 5_000;
/** Another target begins another goal. */
const nextGoalTokens = 50;

export type TipsNeeds = {
  rooms: Rooms;
  wallet: Wallet;
  db: Database;
  clock: Clock;
  log: Logger;
  origin: string;
  members: readonly DemoModel[];
  ids: ReadonlyMap<string, number>;
  /** Is the demo itself on air for this model? */
  isOnAir(login: string): boolean;
};

/**
 * Lets simulated fans tip in the rooms that are public, from wallets as everybody's, so that goals move. A goal that was
 * reached begins again with the tip after it, unless a person has set another one. Returns how to end it.
 */
export function keepTipping(needs: TipsNeeds): () => void {
  const { clock, log } = needs;
  const random = seededRandom(`tips ${clock.now().getTime()}`);
  const timers = new Map<string, () => void>();
  let over = false;
  const later = (member: DemoModel, ms: number) => {
    if (over) return;
    const tip = () =>
      void tipIn(needs, member, random)
        .catch((err: unknown) => log.warn({ err }, "a simulated fan could not tip"))
        .finally(() => later(member, pauseMs(member, random)));
    timers.set(member.login, clock.after(ms, tip));
  };
  for (const member of needs.members) later(member, random() * firstWithinMs);
  return () => {
    over = true;
    for (const cancel of timers.values()) cancel();
  };
}

function pauseMs({ baseWatchers }: DemoModel, random: Random): number {
  const mean = baseWatchers >= crowdedFrom ? meanPauseMs.crowded : meanPauseMs.quiet;
  return Math.max(pauseMsMin, -Math.log(1 - random()) * mean);
}

async function tipIn(needs: TipsNeeds, member: DemoModel, random: Random): Promise<void> {
  const { rooms, ids } = needs;
  const { login, language } = pick(random, tippingFans);
  const [modelId, fanId] = [ids.get(member.login), ids.get(login)];
  if (modelId === undefined || fanId === undefined || !needs.isOnAir(member.login)) return;
  // A show belongs to its model and its fan.
  if (!(await rooms.admit({ userId: fanId, role: "fan" }, "watch", member.login)).ok) return;
  const amount = pick(random, amounts);
  await topUp(needs, fanId, amount, walletTokens);
  await beginNextGoal(needs, member, modelId);
  // Refused where the model has banned this fan.
  await rooms.tips.send({
    fanId,
    modelId,
    key: randomUUID(),
    what: { amount },
    message: pick(random, notes[language]),
    anonymous: false,
    chatId: null,
    language,
  });
}

async function beginNextGoal({ db, rooms, origin }: TipsNeeds, member: DemoModel, modelId: number) {
  const { goal } = await rooms.studio(modelId, origin);
  const isDone = goal !== null && goal.reached >= goal.target && goal.title.en === member.goal.en;
  if (!isDone) return;
  const target = member.goalTokens + (goal.target === member.goalTokens ? nextGoalTokens : 0);
  await inTransaction(db, (tx) => rooms.changeRoom(tx, modelId, { goal: { title: member.goal, target } }));
}
