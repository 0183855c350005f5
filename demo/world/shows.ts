import type { Clock } from "#server/kit/clock.ts";
import type { Logger } from "#server/kit/log.ts";
import { seededRandom } from "#server/kit/random.ts";
import type { AskedShow, Shows } from "#server/shows/shows.ts";
import type { DemoModel } from "../models.ts";

/** The model who declines every request, and the one who asks for more in the middle of a show. */
const declining = "vera";
const repricing = "mika";

const thinkMs = { least: 2_000, most: 4_500 };
/** A model who declines takes so long that the fan sees the request wait for its answer. */
const declinesAfterMs = 6_000;
const repriceAfterMs = 20_000;
const repriceBackMs = 90_000;
const raiseTokens = 20;

const regrets = {
  en: "Thank you for asking! I am staying with everybody tonight.",
  es: "¡Gracias por pedirlo! Esta noche me quedo con todos.",
} as const;

export type ShowsNeeds = {
  shows: Pick<Shows, "paid">;
  clock: Clock;
  log: Logger;
  members: readonly DemoModel[];
  ids: ReadonlyMap<string, number>;
  /** Is the demo itself on air for this model? */
  isOnAir(login: string): boolean;
};

/**
 * Lets the live models answer requests for shows by themselves within seconds: all accept, but one who declines politely,
 * and one asks more after a while. A person who has taken over a stream answers for themselves. Returns how to end it.
 */
export function answerRequests(needs: ShowsNeeds): () => void {
  const { shows, clock, members, ids } = needs;
  const random = seededRandom(`answers ${clock.now().getTime()}`);
  const byId = new Map(members.map((member) => [ids.get(member.login), member]));
  const timers = new Set<() => void>();
  const later = (ms: number, work: () => Promise<unknown>) => {
    const cancel = clock.after(ms, () => {
      timers.delete(cancel);
      work().catch((err: unknown) => needs.log.warn({ err }, "a model of the demo did not answer"));
    });
    timers.add(cancel);
  };
  const stop = shows.paid.onRequest((request) => {
    const member = byId.get(request.modelId);
    if (!member || !needs.isOnAir(member.login)) return;
    const thinks =
      member.login === declining
        ? declinesAfterMs
        : thinkMs.least + random() * (thinkMs.most - thinkMs.least);
    later(thinks, async () => {
      await shows.paid.answer(request.modelId, request.id, answerOf(member, request));
      if (member.login === repricing) raiseRate(needs, member, request, later);
    });
  });
  return () => {
    stop();
    for (const cancel of timers) cancel();
  };
}

function answerOf({ login }: DemoModel, { language }: AskedShow) {
  return login === declining ? { accept: false, reason: regrets[language] } : { accept: true };
}

function raiseRate(
  { shows }: ShowsNeeds,
  { rates }: DemoModel,
  { modelId, mode }: AskedShow,
  later: (ms: number, work: () => Promise<unknown>) => void,
): void {
  const rate = rates[mode];
  later(repriceAfterMs, () => shows.paid.changeRates(modelId, { [mode]: rate + raiseTokens }));
  later(repriceBackMs, () => shows.paid.changeRates(modelId, { [mode]: rate }));
}
