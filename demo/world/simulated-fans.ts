import type { Clock } from "#server/kit/clock.ts";
import type { Logger } from "#server/kit/log.ts";
import { pick, type Random, seededRandom } from "#server/kit/random.ts";
import type { Rooms, TipSent } from "#server/rooms/rooms.ts";
import { type BotMessage, type ChatBot, createChatBot } from "../chat-bot/chat-bot.ts";
import { topicOf } from "../chat-bot/lines.ts";
import type { DemoModel } from "../models.ts";
import { regulars } from "../past/regulars.ts";
import { createWatcherWalk } from "../watchers.ts";
import { moderatedRoom, moderatorFan } from "./moderator.ts";
import { tippingFans } from "./tips.ts";

const linesAtFirst = 10;
const watchersEveryMs = 4_000;
const spanishSpeaking = new Set(["AR", "CL", "CO", "EC", "ES", "MX", "PE", "UY", "VE"]);

/** How many of the regulars are in a room, beside those who tip. */
const regularsInRoom = 7;

export type SimulatedFansNeeds = {
  rooms: Rooms;
  clock: Clock;
  log: Logger;
  members: readonly DemoModel[];
  ids: ReadonlyMap<string, number>;
};

/** The simulated fans of the live rooms: viewers that come and go, and chat. */
export type SimulatedFans = {
  /** Lets the room answer a tip, in the language of who gave it. */
  thank(sent: TipSent): void;
  stop(): void;
};

/** Fills the live rooms with simulated fans. */
export function simulateFans({ rooms, clock, log, members, ids }: SimulatedFansNeeds): SimulatedFans {
  const stops: (() => void)[] = [];
  const talks = new Map<string, ChatBot>();
  const failed = (error: unknown) => log.warn({ err: error }, "a simulated fan failed");
  for (const member of members) {
    const random = seededRandom(`company of ${member.login} ${clock.now().getTime()}`);
    const bot = createChatBot(talkOf(member, random));
    talks.set(member.login, bot);
    stops.push(keepTalking({ rooms, clock, failed }, member.login, bot));
    const walk = createWatcherWalk(random, member.baseWatchers);
    rooms.watchers.setSimulated(member.login, walk.next(), companyOf(member, ids));
    stops.push(clock.every(watchersEveryMs, () => rooms.watchers.setSimulated(member.login, walk.next())));
  }
  return {
    thank: ({ slug, line }) => talks.get(slug)?.onTip(line.author.name || "amigo", line.language ?? "es"),
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** The simulated fans with accounts who are in a room: those who tip, some regulars, and who keeps order there. */
function companyOf({ login }: DemoModel, ids: ReadonlyMap<string, number>): ReadonlySet<number> {
  const random = seededRandom(`regulars of ${login}`);
  const logins = [
    ...tippingFans.map((fan) => fan.login),
    ...Array.from({ length: regularsInRoom }, () => pick(random, regulars).login),
    ...(login === moderatedRoom ? [moderatorFan] : []),
  ];
  return new Set(logins.flatMap((each) => ids.get(each) ?? []));
}

function talkOf(member: DemoModel, random: Random) {
  const spanishShare = spanishSpeaking.has(member.country) ? 0.65 : 0.25;
  return { random, model: member.name, topic: topicOf[member.scene], spanishShare };
}

type Talking = { rooms: Rooms; clock: Clock; failed: (error: unknown) => void };

/** Posts a few messages at once, so that nobody enters an empty room, and then more at intervals. */
function keepTalking({ rooms, clock, failed }: Talking, slug: string, bot: ChatBot): () => void {
  let cancel = () => {};
  let over = false;
  const post = (lines: readonly BotMessage[]) =>
    rooms.chat.narrate(
      slug,
      lines.map(({ author, byModel, body, language }) => {
        return { name: author, role: byModel ? "model" : "fan", body, language } as const;
      }),
    );
  const goOn = () => {
    if (over) return;
    const line = bot.next();
    cancel = clock.after(line.afterMs, () => void post([line]).catch(failed).finally(goOn));
  };
  const first = Array.from({ length: linesAtFirst }, () => bot.next());
  void post(first).catch(failed).finally(goOn);
  return () => {
    over = true;
    cancel();
  };
}
