import { expect, test } from "vitest";
import { scriptedClient, soon } from "#testing/web/scripted-server.ts";

test("R-LIVE-21, R-UI-15: after a lost socket is restored the reconnect state is true at 999 ms and false at 1000 ms", async () => {
  const { client, opened, latest, clock } = scriptedClient();
  await opened();
  expect(client.connection().reconnected).toBe(false);
  latest().drop();
  clock.advance(300);
  await soon();
  expect(client.connection().reconnected).toBe(false);
  latest().accept();
  expect(client.connection()).toMatchObject({ phase: "open", reconnected: true });
  clock.advance(999);
  expect(client.connection().reconnected).toBe(true);
  clock.advance(1);
  expect(client.connection().reconnected).toBe(false);
});

test("R-LIVE-21: a socket lost again within the second takes the reconnect state with it", async () => {
  const { client, opened, latest, clock } = scriptedClient();
  await opened();
  latest().drop();
  clock.advance(300);
  await soon();
  latest().accept();
  latest().answer(["pong"]);
  clock.advance(500);
  latest().drop();
  expect(client.connection().reconnected).toBe(false);
  clock.advance(300);
  await soon();
  latest().accept();
  clock.advance(999);
  expect(client.connection().reconnected).toBe(true);
});

test("waits double from 0.3 s to 15 s, and restart once the server has answered", async () => {
  const { client, latest, clock } = scriptedClient();
  client.start();
  const waits: (number | null)[] = [];
  for (let count = 0; count < 8; count += 1) {
    await soon();
    latest().drop();
    const { nextTryInMs, tries } = client.connection();
    expect(tries).toBe(count + 1);
    waits.push(nextTryInMs);
    clock.advance(nextTryInMs ?? 0);
  }
  expect(waits).toEqual([300, 600, 1_200, 2_400, 4_800, 9_600, 15_000, 15_000]);
  await soon();
  latest().accept();
  expect(client.connection().tries).toBe(8);
  latest().answer(["pong"]);
  expect(client.connection()).toMatchObject({ phase: "open", tries: 0, nextTryInMs: null });
});

test("chance shortens a wait by up to half, so that a crowd does not come back at once", async () => {
  const timing = { nowMs: () => 0, after: () => () => {} };
  for (const [random, waitMs] of [
    [0, 300],
    [0.5, 225],
    [0.999, 150.15],
  ] as const) {
    const { client, latest } = scriptedClient({ timing: { ...timing, random: () => random } });
    client.start();
    await soon();
    latest().drop();
    expect(client.connection().nextTryInMs).toBeCloseTo(waitMs);
  }
});

test("a ticket that cannot be had now is asked for later, a page that gets none stays away", async () => {
  const answers = [new Error("offline"), null];
  const ticket = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return null;
  };
  const { client, clock, sockets } = scriptedClient({ ticket });
  client.start();
  await soon();
  expect(client.connection()).toMatchObject({ phase: "waiting", tries: 1 });
  clock.advance(300);
  await soon();
  expect(client.connection()).toMatchObject({ phase: "stopped", cut: null });
  expect(sockets).toHaveLength(0);
});

test("a connection that is silent for 45 s is dead, one with traffic is not", async () => {
  const { client, opened, latest, clock, sockets } = scriptedClient();
  await opened();
  for (let beat = 0; beat < 10; beat += 1) {
    clock.advance(20_000);
    latest().answer();
  }
  expect(client.connection().phase).toBe("open");
  clock.advance(44_999);
  expect(client.connection().phase).toBe("open");
  clock.advance(1);
  expect(client.connection().phase).toBe("waiting");
  expect(sockets[0]?.isClosed).toBe(true);
});

test("an attempt that gets nowhere within 10 s is given up", async () => {
  const { client, latest, clock, sockets } = scriptedClient();
  client.start();
  await soon();
  clock.advance(9_999);
  expect(client.connection().phase).toBe("connecting");
  clock.advance(1);
  expect(client.connection().phase).toBe("waiting");
  const late = sockets[0];
  late?.accept();
  expect(client.connection().phase).toBe("waiting");
  clock.advance(300);
  await soon();
  expect(latest()).not.toBe(late);
});

test("a hint tries at once while waiting, and makes an open connection answer within 5 s", async () => {
  const { client, opened, latest, clock, sockets } = scriptedClient();
  await opened();
  latest().drop();
  client.nudge();
  await soon();
  expect(sockets).toHaveLength(2);
  clock.advance(300);
  await soon();
  expect(sockets).toHaveLength(2);
  latest().accept();
  client.nudge();
  expect(latest().sent).toEqual([["ping"]]);
  clock.advance(4_999);
  latest().answer(["pong"]);
  clock.advance(10_000);
  expect(client.connection().phase).toBe("open");
  client.nudge();
  clock.advance(5_000);
  expect(client.connection().phase).toBe("waiting");
});

test("a stopped connection drops its socket, and a late ticket opens nothing", async () => {
  const { client, opened, latest, clock, sockets } = scriptedClient();
  await opened();
  client.stop();
  expect(latest().isClosed).toBe(true);
  expect(client.connection().phase).toBe("idle");
  client.start();
  client.stop();
  await soon();
  clock.advance(60_000);
  await soon();
  expect(sockets).toHaveLength(1);
  expect(client.connection().phase).toBe("idle");
});

test("listeners are called on each change, and the state is the same object until then", async () => {
  const { client, opened, latest } = scriptedClient();
  const phases: string[] = [];
  const silence = client.onConnection(() => phases.push(client.connection().phase));
  await opened();
  const state = client.connection();
  latest().answer(["pong"]);
  expect(client.connection()).toBe(state);
  latest().drop();
  silence();
  client.stop();
  expect(phases).toEqual(["idle", "connecting", "open", "waiting"]);
});

test("a page counts as away 0.7 s after its connection was lost, and not when the next attempt restores it", async () => {
  const { client, opened, latest, clock } = scriptedClient();
  await opened();
  latest().drop();
  clock.advance(300);
  await soon();
  latest().accept();
  latest().answer(["pong"]);
  clock.advance(5_000);
  expect(client.connection().away).toBe(false);
  latest().drop();
  clock.advance(300);
  await soon();
  clock.advance(399);
  expect(client.connection().away).toBe(false);
  clock.advance(1);
  expect(client.connection()).toMatchObject({ away: true, tries: 1 });
  latest().accept();
  expect(client.connection()).toMatchObject({ away: false, reconnected: true });
});

test("a device that says it has no network is away at once, though its socket knows nothing yet", async () => {
  const { client, opened, latest, sockets, clock } = scriptedClient();
  await opened();
  client.lost();
  expect(client.connection()).toMatchObject({ away: true, phase: "waiting", tries: 1 });
  expect(sockets[0]?.isClosed).toBe(true);
  client.nudge();
  await soon();
  latest().accept();
  clock.advance(1_000);
  expect(client.connection()).toMatchObject({ away: false, phase: "open" });
  client.stop();
  client.lost();
  expect(client.connection()).toMatchObject({ away: false, phase: "idle" });
});
