import type { Hooks, Modules } from "#server/app.ts";
import type { TwitterProvider } from "#server/identity/identity.ts";
import { startStep } from "#server/kit/start-steps.ts";
import type { Gateway, MembershipGateway } from "#server/payments/payments.ts";
import { cheerSizeFor } from "./clips.ts";
import { demoModels } from "./models.ts";
import { seedAccounts } from "./world/accounts.ts";
import { demoKey } from "./world/broadcasts.ts";
import { openCommerceGate } from "./world/commercegate.ts";
import { openDirecta24 } from "./world/directa24.ts";
import { type Life, startLife } from "./world/life.ts";
import { seedPages } from "./world/pages.ts";
import { servePictures } from "./world/pictures.ts";
import { openSandbox } from "./world/sandbox.ts";
import { type OwnLater, seedPast } from "./world/seed-past.ts";
import { settle } from "./world/settle.ts";
import { openSocial } from "./world/social.ts";
import type { WorldNeeds } from "./world/world-needs.ts";

/** The demo world: the hooks and gateways that it gives the product, and how it is populated. */
export type World = {
  hooks: Hooks;
  gateways: Readonly<Record<string, Gateway>>;
  memberships: Readonly<Record<string, MembershipGateway>>;
  /** The simulated X. */
  twitter: TwitterProvider;
  /** Seeds accounts, pages and gifts and starts the broadcasts; answers how to stop everything. */
  populate(modules: Modules, origin: string, logStep: (step: string) => void): Promise<() => Promise<void>>;
};

/** Makes the demo world. None of it exists with `DEMO=0`. */
export function openWorld(needs: WorldNeeds): World {
  const sandbox = openSandbox(needs);
  const commerceGate = openCommerceGate(needs);
  const directa24 = openDirecta24(needs);
  const social = openSocial(needs);
  let life: Life | undefined;
  let earnings: ReadonlyMap<number, number> = new Map();
  return {
    gateways: {
      sandbox: sandbox.gateway,
      directa24: directa24.gateway,
      commercegate: commerceGate.tokens,
    },
    memberships: { commercegate: commerceGate.gateway },
    twitter: social.provider,
    hooks: {
      async routes(http) {
        await servePictures(http);
        await sandbox.mount(http);
        await commerceGate.mount(http);
        await directa24.mount(http);
        await social.mount(http);
      },
      tipSeen(sent) {
        life?.air.broadcaster.react(sent.slug, "cheer", cheerSizeFor(sent.line.tokens ?? 0));
        life?.fans.thank(sent);
      },
      published: (event) => life?.answering.hear(event),
      simulatedEarnings: () => earnings,
      acceptsKey: (slug, key) => key === demoKey(needs.secret, slug),
      personPublishes: async (slug) => life?.air.standAside(slug),
    },
    async populate(modules, origin, logStep) {
      logStep("World: creating accounts");
      const { ids, ownLater } = await seedPeople(needs, modules, sandbox.record);
      earnings = earningsOf(ids);
      const started = startLife({ ...needs, modules, origin, ids });
      life = started;
      try {
        const settled = settle(needs, modules, commerceGate, ids, ownLater);
        const [{ onAir, wanted }] = await Promise.all([started.shown(), settled]);
        void started.answering.catchUp();
        logStep(`World: ${onAir} of ${wanted} models on air${onAir < wanted ? ", the others follow" : ""}`);
      } catch (error) {
        await started.stop();
        throw error;
      }
      return () => started.stop();
    },
  };
}

/** The accounts of the demo, their pages and their past. `ownLater` gives fans what they have bought, once it is there. */
async function seedPeople(
  needs: WorldNeeds,
  modules: Modules,
  recordSales: Parameters<typeof seedPast>[0]["recordSales"],
): Promise<{ ids: ReadonlyMap<string, number>; ownLater: OwnLater }> {
  const { db, clock, log } = needs;
  const ids = await startStep("world: accounts", () => seedAccounts(db, modules));
  await startStep("world: pages", () => seedPages(db, modules, ids, clock));
  const past = { ...needs, ...modules, ids, recordSales };
  const ownLater = await startStep("world: past", () => seedPast(past)).catch((err: unknown) => {
    // A world without a past is better than none.
    log.warn({ err }, "the demo world begins without a past");
    return async () => {};
  });
  return { ids, ownLater };
}

/** Tokens that one watcher of a room would leave there in 30 days. */
const tokensPerWatcher = 40;

/** The tokens that the simulated fans would have spent on each model: they follow from the model's audience. */
function earningsOf(ids: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
  return new Map(
    demoModels.flatMap(({ login, baseWatchers }) => {
      const id = ids.get(login);
      return id === undefined ? [] : [[id, baseWatchers * tokensPerWatcher]];
    }),
  );
}
