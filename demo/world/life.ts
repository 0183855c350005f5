import type { Modules } from "#server/app.ts";
import { startStep } from "#server/kit/start-steps.ts";
import { type DemoModel, demoModels } from "../models.ts";
import { type Answering, answerFans } from "./answer-fans.ts";
import { type DemoBroadcasts, startBroadcasts, waitForAir } from "./broadcasts.ts";
import { keepPromo, keptPromo } from "./kept-promo.ts";
import { keepShow, keptShows } from "./kept-shows.ts";
import { showLivePictures } from "./live-pictures.ts";
import { keepModerator } from "./moderator.ts";
import { answerRequests } from "./shows.ts";
import { type SimulatedFans, simulateFans } from "./simulated-fans.ts";
import { keepTipping } from "./tips.ts";
import type { WorldNeeds } from "./world-needs.ts";

type LifeNeeds = WorldNeeds & {
  modules: Modules;
  /** Where the product listens, as its own processes reach it. */
  origin: string;
  ids: ReadonlyMap<string, number>;
};

/** The people of the demo at what they do: models on air, fans who watch, chat and tip. */
export type Life = {
  air: Pick<DemoBroadcasts, "broadcaster" | "standAside">;
  fans: Pick<SimulatedFans, "thank">;
  answering: Pick<Answering, "hear" | "catchUp">;
  /** Resolves when the live models are on air, with their pictures on cards: how many are, of how many. */
  shown(): Promise<{ onAir: number; wanted: number }>;
  stop(): Promise<void>;
};

/** Starts what the people of the demo do. */
export function startLife(needs: LifeNeeds): Life {
  const { config, modules } = needs;
  const members = demoModels.filter(({ live, login }) => live && (config.demoRooms?.includes(login) ?? true));
  const logins = members.map(({ login }) => login);
  const log = (line: string) => needs.log.info({ line }, "demo");
  const air = startBroadcasts({ ...needs, rooms: modules.rooms, log }, logins);
  const fans = simulateFans({ ...needs, rooms: modules.rooms, members });
  const answering = answerFans({ ...needs, ...modules, members: demoModels, isOnAir: air.isOnAir });
  const pictures = showLivePictures({ ...needs, ...modules, isOnAir: air.isOnAir }, logins);
  const stopHabits = keepHabits(needs, air, members);
  return {
    air,
    fans,
    answering,
    async shown() {
      const onAir = await startStep("world: on air", () => waitForAir(air, logins));
      await startStep("world: live pictures", () => pictures.showAll());
      return { onAir, wanted: logins.length };
    },
    async stop() {
      pictures.stop();
      await stopHabits();
      answering.stop();
      fans.stop();
      await air.stop();
    },
  };
}

/** What goes on by itself: answers to requests for shows, shows and a promo that are always there, tips, a moderator. */
function keepHabits(
  { modules, ...needs }: LifeNeeds,
  air: DemoBroadcasts,
  members: readonly DemoModel[],
): () => Promise<void> {
  const all = { ...needs, ...modules, ...air, members };
  const isLive = (model: string) => members.some(({ login }) => login === model);
  const stopShows = keptShows.filter(({ model }) => isLive(model)).map((show) => keepShow(show, all));
  const stops = [
    answerRequests(all),
    ...(isLive(keptPromo.model) ? [keepPromo(all)] : []),
    ...(needs.config.demoTips ? [keepTipping(all)] : []),
    keepModerator(all),
  ];
  return async () => {
    await Promise.all(stopShows.map((stop) => stop()));
    for (const stop of stops) stop();
  };
}
