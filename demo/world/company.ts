import type { Clock } from "#server/kit/clock.ts";
import type { Logger } from "#server/kit/log.ts";
import { type Random, seededRandom } from "#server/kit/random.ts";
import type { Rooms, TipSent } from "#server/rooms/rooms.ts";
import type { CastMember } from "../cast.ts";
import { type Chatter, type ChatterLine, createChatter } from "../chatter/chatter.ts";
import { topicOf } from "../chatter/lines.ts";
import { createWatcherWalk } from "../watchers.ts";

const linesAtFirst = 10;
const watchersEveryMs = 4_000;
const spanishSpeaking = new Set(["AR", "CL", "CO", "EC", "ES", "MX", "PE", "UY", "VE"]);

export type CompanyNeeds = { rooms: Rooms; clock: Clock; log: Logger; members: readonly CastMember[] };

/** The simulated company of the live rooms: watchers that come and go, visitors who talk. */
export type Company = {
  /** Lets the room answer a real fan's tip. */
  thank(sent: TipSent): void;
  stop(): void;
};

/** Fills the live rooms with company. */
export function fillRooms({ rooms, clock, log, members }: CompanyNeeds): Company {
  const stops: (() => void)[] = [];
  const talks = new Map<string, Chatter>();
  const failed = (error: unknown) => log.warn({ err: error }, "the demo's company stumbled");
  for (const member of members) {
    const random = seededRandom(`company of ${member.login} ${clock.now().getTime()}`);
    const chatter = createChatter(talkOf(member, random));
    talks.set(member.login, chatter);
    stops.push(keepTalking({ rooms, clock, failed }, member.login, chatter));
    const walk = createWatcherWalk(random, member.baseWatchers);
    rooms.watchers.setSimulated(member.login, walk.next());
    stops.push(clock.every(watchersEveryMs, () => rooms.watchers.setSimulated(member.login, walk.next())));
  }
  return {
    thank: ({ slug, line }) => talks.get(slug)?.onTip(line.author.name || "amigo", "es"),
    stop() {
      for (const stop of stops) stop();
    },
  };
}

function talkOf(member: CastMember, random: Random) {
  const spanishShare = spanishSpeaking.has(member.country) ? 0.65 : 0.25;
  return { random, model: member.name, topic: topicOf[member.scene], spanishShare };
}

type Talking = { rooms: Rooms; clock: Clock; failed: (error: unknown) => void };

/** Says a few lines at once, so that nobody enters an empty room, and then one after the other at their pace. */
function keepTalking({ rooms, clock, failed }: Talking, slug: string, chatter: Chatter): () => void {
  let cancel = () => {};
  let over = false;
  const sayNow = ({ author, byModel, body }: ChatterLine) =>
    rooms.narrate(slug, { name: author, role: byModel ? "model" : "fan", body });
  const goOn = () => {
    if (over) return;
    const line = chatter.next();
    cancel = clock.after(line.afterMs, () => void sayNow(line).catch(failed).finally(goOn));
  };
  const begin = async () => {
    for (let said = 0; said < linesAtFirst && !over; said++) await sayNow(chatter.next());
  };
  void begin().catch(failed).finally(goOn);
  return () => {
    over = true;
    cancel();
  };
}
