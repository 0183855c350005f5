import { randomUUID } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Rooms } from "#server/rooms/rooms.ts";
import type { Shows } from "#server/shows/shows.ts";
import type { Wallet } from "#server/wallet/wallet.ts";
import type { Broadcaster } from "../broadcaster/broadcaster.ts";
import { topUp } from "./top-up.ts";

export const busyFan = "marcus";

type KeptShow = { model: string; mode: "private" | "vip"; fan: string };

/** The models who are always in a show, and the simulated fans who pay for them. */
export const keptShows: readonly KeptShow[] = [
  { model: "alexia", mode: "private", fan: busyFan },
  { model: "priya", mode: "vip", fan: "dorian" },
];

const checkEveryMs = 3_000;
/** One show lasts so long at most; the next one begins seconds later. */
const showSeconds = 6 * 3600;

export type KeptShowNeeds = {
  rooms: Pick<Rooms, "playback">;
  shows: Pick<Shows, "paid" | "leaveShow">;
  wallet: Wallet;
  db: Database;
  clock: Clock;
  log: Logger;
  origin: string;
  broadcaster: Pick<Broadcaster, "watch" | "unwatch" | "onWatchEnded">;
  ids: ReadonlyMap<string, number>;
  /** Is the demo itself on air for this model? */
  isOnAir(login: string): boolean;
};

/**
 * Keeps a model in a show. Its fan is simulated, but asks, pays and watches by WHEP as everybody does, so the meter counts
 * what flows; others may spy on a private one. Returns how to end it.
 */
export function keepShow({ model, mode, fan }: KeptShow, needs: KeptShowNeeds): () => Promise<void> {
  const { rooms, shows, clock, broadcaster } = needs;
  const [modelId, fanId] = [needs.ids.get(model), needs.ids.get(fan)];
  if (modelId === undefined || fanId === undefined) throw new Error(`the show of ${model} has nobody in it`);
  let watching = false;
  let busy = false;

  async function check(): Promise<void> {
    const show = await shows.paid.showOfFan(fanId as number);
    if (!needs.isOnAir(model)) {
      // A person has taken the stream over: the room is theirs to open.
      if (show) await shows.leaveShow(fanId as number);
    } else if (!show) await ask();
    else if (!watching) await watch();
  }

  async function ask(): Promise<void> {
    const { [mode]: rate } = await shows.paid.rates(modelId as number);
    await topUp(needs, fanId as number, Math.ceil((rate * showSeconds) / 60));
    // Refused while it waits for its answer, or while somebody else is in a show with the model.
    await shows.paid.request({
      fanId: fanId as number,
      modelId: modelId as number,
      mode,
      rate,
      minimum: null,
      capTokens: null,
      capSeconds: showSeconds,
      twoWay: false,
      key: randomUUID(),
    });
  }

  async function watch(): Promise<void> {
    const viewer = { userId: fanId as number, role: "fan" } as const;
    const opened = await rooms.playback(viewer, model, needs.origin);
    // The broadcaster speaks WHEP alone.
    if (!opened.ok || opened.playback.protocol !== "whep") return;
    watching = true;
    broadcaster.watch(model, { url: opened.playback.url, token: opened.playback.token });
  }

  const stops = [
    broadcaster.onWatchEnded((login) => {
      if (login === model) watching = false;
    }),
    clock.every(checkEveryMs, () => {
      if (busy) return;
      busy = true;
      check()
        .catch((err: unknown) => needs.log.warn({ err }, "a show of the demo was not kept"))
        .finally(() => {
          busy = false;
        });
    }),
  ];
  return async () => {
    for (const stop of stops) stop();
    broadcaster.unwatch(model);
    await shows.leaveShow(fanId);
  };
}
