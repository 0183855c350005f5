import { afterEach, expect, test, vi } from "vitest";
import { startEngineProcess } from "#server/media/engine-process.ts";
import { type MediaRig, startTestMedia } from "#testing/media/media-rig.ts";
import { freeze } from "#testing/processes/server-process.ts";
import { until } from "#testing/until.ts";

const waitingCallsMax = 2000;
let rig: MediaRig | undefined;
afterEach(async () => {
  await rig?.stop();
  rig = undefined;
});

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** An engine that stands still, and how it goes on. */
async function frozen({ media }: MediaRig) {
  const pid = media.processId() ?? 0;
  await freeze(pid);
  return { pid, thaw: () => void process.kill(pid, "SIGCONT") };
}

test("R-OPEN-60, R-OPEN-71: viewers, sessions and publishers are ended and rooms held while more calls wait for the engine than may, and nobody new is let in", async () => {
  rig = await startTestMedia();
  const { media, events } = rig;
  const publisher = await rig.publisher("ended");
  await rig.live("held");
  const viewers = [await rig.viewer("ended"), await rig.viewer("held"), await rig.viewer("held")];
  const [cut, one] = viewers.map(({ sessionId }) => sessionId);
  const engine = await frozen(rig);
  const plays = Array.from({ length: waitingCallsMax }, () => media.play("nobody", "v=0", "fan:1|public"));
  expect(await media.play("nobody", "v=0", "fan:1|public")).toEqual({ ok: false, refusal: "engine_down" });
  const ending = Promise.all([
    media.endViewers("ended"),
    media.endPublisher("ended"),
    media.endSession(one ?? ""),
    media.hold("held", true),
  ]);
  engine.thaw();
  await ending;
  const closed = events.flatMap((event) => (event.kind === "session-closed" ? [event.sessionId] : []));
  expect(new Set(closed)).toEqual(new Set([cut, one, publisher.sessionId]));
  expect(new Set((await Promise.all(plays)).map((play) => play.ok))).toEqual(new Set([false]));
  await until(() => media.rooms().get("held")?.held, "a report that the room is held");
});

test("R-OPEN-60: what an engine cannot be asked any more is done once its process has ended", async () => {
  rig = await startTestMedia();
  const engine = await frozen(rig);
  const stopped = rig.media.stop();
  const done = Promise.all([rig.media.endViewers("luna"), rig.media.hold("luna", true)]);
  const aliveThen = done.then(() => isAlive(engine.pid));
  expect(await rig.media.play("luna", "v=0", "fan:1|public")).toEqual({ ok: false, refusal: "engine_down" });
  engine.thaw();
  expect(await aliveThen).toBe(false);
  await stopped;
});

test("an application that stood still for longer than an engine may be silent does not end it", async () => {
  const failures: string[] = [];
  const error = (...logged: unknown[]) => void failures.push(String(logged.at(-1)));
  let reported = () => {};
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const engine = await startEngineProcess({
    settings: { udpPort: 0 },
    log: { info() {}, warn() {}, error },
    onReport: () => reported(),
    onEvent() {},
    onDown() {},
    onRestarted() {},
  });
  try {
    // The tick that is due comes once, however late, and before anything that the engine has sent. To run all that is pending
    // would let pass as long as the last timer of anybody in this process.
    vi.advanceTimersByTime(1_000);
    expect(failures).toEqual([]);
    vi.advanceTimersByTime(13_000);
    await new Promise<void>((resolve) => {
      reported = resolve;
    });
    vi.advanceTimersByTime(14_000);
    expect(failures, "14 s after a report").toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(failures).toEqual(["media engine hangs"]);
  } finally {
    vi.useRealTimers();
    await engine.stop();
  }
});
