import { openLibrary } from "./library.ts";
import type { Command, LostReason, Report } from "./messages.ts";
import { openPlayback, type Playback, type PlaybackTarget } from "./playback.ts";
import { type Publication, publish } from "./publication.ts";

/**
 * The broadcaster's own process: it publishes the demo world's live models into the media engine.
 * Argument: the origin of the WHIP endpoint. It ends with its parent.
 */
const origin = process.argv[2] ?? "";
if (!origin) throw new Error("usage: main.ts <origin>");

/** One timer paces all streams; finer than a sound packet, so that nothing is late by more than it lasts. */
const tickMs = 10;

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

/** The watched playback of each model; a promise while it opens. */
const watched = new Map<string, Promise<Playback | null>>();

async function watch(login: string, target: PlaybackTarget): Promise<void> {
  void unwatch(login);
  const isCurrent = () => watched.get(login) === playback;
  const ended = () => {
    if (!isCurrent()) return;
    watched.delete(login);
    report({ type: "watch-ended", login });
  };
  const playback = openPlayback(target, ended).catch((error: unknown) => {
    log(`nothing to watch: ${String(error)}`);
    return null;
  });
  watched.set(login, playback);
  if ((await playback) === null) ended();
}

async function unwatch(login: string): Promise<void> {
  const before = watched.get(login);
  watched.delete(login);
  await (await before)?.close();
}

async function quit(): Promise<void> {
  await Promise.allSettled([...[...watched.keys()].map(unwatch), ...[...onAir.keys()].map(stop)]);
  process.exit(0);
}

process.on("message", (command: Command) => {
  if (command.type === "start") start(command.login, command.key);
  else if (command.type === "stop") void stop(command.login);
  else if (command.type === "react") onAir.get(command.login)?.react(command.reaction);
  else if (command.type === "watch") void watch(command.login, command.target);
  else if (command.type === "unwatch") void unwatch(command.login);
  else void quit();
});
process.on("disconnect", () => process.exit(0));
// The terminal sends its interrupt to every process of the group; the parent decides when this one ends.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => void quit());

setInterval(() => {
  const nowMs = performance.now();
  for (const publication of onAir.values()) publication.tick(nowMs);
}, tickMs);
