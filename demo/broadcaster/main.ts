import { openLibrary } from "./library.ts";
import type { Command, LostReason, Report } from "./messages.ts";
import { openPlayback, type Playback, type PlaybackPlace } from "./playback.ts";
import { type Publication, publish } from "./publication.ts";

/**
 * The broadcaster's own process: it publishes the demo world's live models into the media engine.
 * Argument: the origin of the WHIP endpoint. It ends with its parent.
 */
const origin = process.argv[2] ?? "";
if (!origin) throw new Error("usage: main.ts <origin>");

/** One timer paces all streams; finer than a sound packet, so that nothing is late by more than it lasts. */
const TICK_MS = 10;

const library = openLibrary();
const onAir = new Map<string, Publication>();

const report = (message: Report) => {
  if (process.connected) process.send?.(message);
};
const log = (line: string) => report({ type: "log", line });

async function stop(login: string): Promise<void> {
  const publication = onAir.get(login);
  onAir.delete(login);
  await publication?.stop();
  if (!onAir.has(login)) library.forget(login);
}

function start(login: string, key: string): void {
  void stop(login);
  const isCurrent = () => onAir.get(login) === publication;
  const onLost = (reason: LostReason) => {
    if (!isCurrent()) return;
    onAir.delete(login);
    report({ type: "lost", login, reason });
  };
  if (!library.canAir(login)) {
    report({ type: "lost", login, reason: "not-drawn" });
    return;
  }
  const onLive = () => {
    if (isCurrent()) report({ type: "live", login });
  };
  const publication = publish({ login, key, origin, library, onLive, onLost, log });
  onAir.set(login, publication);
}

let watched: Playback | null = null;
/** Counts what was asked to be watched, so that the end of an earlier one is not taken for this one's. */
let watches = 0;

async function watch(place: PlaybackPlace): Promise<void> {
  void unwatch();
  const mine = ++watches;
  const ended = () => {
    if (mine === watches) report({ type: "watch-ended" });
  };
  try {
    const opened = await openPlayback(place, ended);
    if (mine === watches) watched = opened;
    else await opened.close();
  } catch (error) {
    log(`nothing to watch: ${String(error)}`);
    ended();
  }
}

async function unwatch(): Promise<void> {
  watches += 1;
  const before = watched;
  watched = null;
  await before?.close();
}

async function quit(): Promise<void> {
  await Promise.allSettled([unwatch(), ...[...onAir.keys()].map(stop)]);
  process.exit(0);
}

process.on("message", (command: Command) => {
  if (command.type === "start") start(command.login, command.key);
  else if (command.type === "stop") void stop(command.login);
  else if (command.type === "react") onAir.get(command.login)?.react(command.reaction);
  else if (command.type === "watch") void watch(command.place);
  else if (command.type === "unwatch") void unwatch();
  else void quit();
});
process.on("disconnect", () => process.exit(0));
// The terminal sends its interrupt to every process of the group; the parent decides when this one ends.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => void quit());

setInterval(() => {
  const nowMs = performance.now();
  for (const publication of onAir.values()) publication.tick(nowMs);
}, TICK_MS);
