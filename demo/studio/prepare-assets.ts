import { availableParallelism } from "node:os";
import { join } from "node:path";
import { cast } from "../cast.ts";
import { reactionClips } from "../clips/format.ts";
import type { Stills } from "../draw/stills.ts";
import { moodOf, moods } from "../sound/themes.ts";
import { createPool, type Pool } from "./pool.ts";

/**
 * Names the way the world is drawn. Raise it with any change that alters a picture, a clip or a sound:
 * files of another version are left alone and drawn anew.
 */
export const ART_VERSION = 1;

/** The pictures, clips and sounds of the demo world while they are being drawn. */
export type DemoAssets = {
  /** The folder of this version; the broadcaster reads from it. */
  assetsDir: string;
  /** Pictures of all 48 models, by login. */
  stills: Promise<ReadonlyMap<string, Stills>>;
  /** Settles when that live model has what is needed to go on air. */
  readyToAir(login: string): Promise<void>;
  /** The live models whose clips are drawn first: who opens the product finds them on air. */
  frontRow: readonly string[];
  /** Settles when a live model's reactions are drawn. */
  reactionsDrawn(login: string): Promise<void>;
  /** Settles when every live model can go on air. */
  allReadyToAir: Promise<void>;
  /** Settles when the reactions to tips and the curtains are drawn too; until then reactions are passed over. */
  complete: Promise<void>;
  /** Ends the drawing; what is not drawn yet is drawn at the next start. */
  stop(): Promise<void>;
};

const WORKERS_MAX = 4;
/** As many as a phone's first screen and its next show. */
const FRONT_ROW = 6;

/** The live models in the order in which they are drawn: luna, then by rank. */
const lineUp = () =>
  cast
    .filter((member) => member.live)
    .toSorted((a, b) => Number(b.login === "luna") - Number(a.login === "luna") || a.rank - b.rank);

function queueStills(pool: Pool): DemoAssets["stills"] {
  const drawn = cast.map(
    async ({ login }) => [login, (await pool.run({ kind: "stills", login })) as Stills] as const,
  );
  return Promise.all(drawn).then((entries) => new Map(entries));
}

function queueAir(pool: Pool): Map<string, Promise<unknown>> {
  const heard = new Map(moods.map((mood) => [mood, pool.run({ kind: "sound", mood })]));
  return new Map(
    lineUp().map(({ login, presenter }, place) => {
      const seen = pool.run({ kind: "clips", login, clips: ["idle"], patient: place >= FRONT_ROW });
      return [login, Promise.all([seen, heard.get(moodOf[presenter.scene])])];
    }),
  );
}

const queueReactions = (pool: Pool): Map<string, Promise<unknown>> =>
  new Map(
    lineUp().map(({ login }) => [
      login,
      watched(pool.run({ kind: "clips", login, clips: reactionClips, patient: true })),
    ]),
  );

/** Several parts wait for these promises; a failure must not end the process before one of them looks. */
function watched<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {});
  return promise;
}

/**
 * Draws whatever of the demo world is not yet below `dir`, on threads of its own, in the order of need: the pictures
 * of all models, what the live ones need to go on air, then their reactions. Only the pictures and the front row are
 * drawn as fast as the machine can; all else steps back behind the running product. Files are whole or absent, so an
 * interrupted start is taken up by the next. `workers` defaults to the machine's cores, at most 4.
 */
export function prepareAssets({
  dir,
  workers = Math.min(WORKERS_MAX, Math.max(1, availableParallelism())),
}: {
  dir: string;
  workers?: number;
}): DemoAssets {
  const assetsDir = join(dir, `v${ART_VERSION}`);
  const pool = createPool(assetsDir, workers);
  const stills = watched(queueStills(pool));
  const air = queueAir(pool);
  const allReadyToAir = watched(Promise.all(air.values()).then(() => undefined));
  const reactions = queueReactions(pool);
  const complete = watched(
    Promise.all([stills, allReadyToAir, ...reactions.values()]).then(() => pool.stop()),
  );
  return {
    assetsDir,
    stills,
    readyToAir: async (login) => {
      if (!air.has(login)) throw new Error(`${login} is not among the live models`);
      await air.get(login);
    },
    reactionsDrawn: async (login) => {
      await reactions.get(login);
    },
    frontRow: lineUp()
      .slice(0, FRONT_ROW)
      .map(({ login }) => login),
    allReadyToAir,
    complete,
    stop: () => pool.stop(),
  };
}
