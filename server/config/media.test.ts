import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";

test.each([
  [{}, "shared"],
  [{ MEDIA_PORT: "40000" }, "own"],
  [{ MEDIA_TCP: "0" }, null],
  [{ TRUST_PROXY: "1", MEDIA_PORT: "40000" }, "own"],
  [{ TRUST_PROXY: "1", MEDIA_PORT: "40000", MEDIA_TCP: "0" }, null],
  [{ TRUST_PROXY: "1" }, "behind_proxy"],
  [{ TRUST_PROXY: "2", PORT: "4000", MEDIA_PORT: "4000" }, "behind_proxy"],
])("with %j media come over TCP: %s", (env, mediaTcp) => {
  expect(readConfig(env).mediaTcp).toBe(mediaTcp);
});

test.each([
  [undefined, []],
  ["203.0.113.7", ["203.0.113.7"]],
  ["2001:db8::7, 203.0.113.7", ["2001:db8::7", "203.0.113.7"]],
])("MEDIA_ADDRESS %s names %j", (value, mediaAddresses) => {
  expect(readConfig(value === undefined ? {} : { MEDIA_ADDRESS: value })).toMatchObject({ mediaAddresses });
});

test.each([
  ["media.example.com", /MEDIA_ADDRESS: must be addresses/],
  ["203.0.113.7,", /MEDIA_ADDRESS: must be addresses/],
  ["[2001:db8::7]", /MEDIA_ADDRESS: must be addresses/],
  ["203.0.113.7:40000", /MEDIA_ADDRESS: must be addresses/],
  ["10.0.0.1,10.0.0.2,10.0.0.3,10.0.0.4,10.0.0.5", /MEDIA_ADDRESS: must be 4 addresses at most/],
])("MEDIA_ADDRESS %s is refused", (MEDIA_ADDRESS, line) => {
  expect(() => readConfig({ MEDIA_ADDRESS })).toThrow(line);
});

test.each([
  [{}, Math.max(1, availableParallelism() - 1)],
  [{ MEDIA_WORKERS: "1" }, 1],
  [{ MEDIA_WORKERS: "15", MEDIA_PORT: "40000" }, 15],
  [{ MEDIA_WORKERS: "2", MEDIA_PORT: "65534" }, 2],
  [{ MEDIA_WORKERS: "2", MEDIA_PORT: "0" }, 2],
  [{ MEDIA_WORKERS: "2", PORT: "40001", MEDIA_PORT: "40000", MEDIA_TCP: "0" }, 2],
  [{ MEDIA_WORKERS: "2", PORT: "40000" }, 2],
  [{ PORT: "40001", MEDIA_PORT: "40000" }, 1],
  [{ MEDIA_PORT: "65535" }, 1],
])("with %j the media are carried by %i processes, each for 3,000 playbacks", (env, workers) => {
  const config = readConfig(env);
  expect([config.mediaWorkers, config.playback.max]).toEqual([workers, 3_000 * workers]);
  expect(config.mediaWorkersAtLeast).toBe("MEDIA_WORKERS" in env ? workers : 1);
});

test.each([
  [{ MEDIA_WORKERS: "0" }, /^MEDIA_WORKERS: /],
  [{ MEDIA_WORKERS: "2.5" }, /^MEDIA_WORKERS: /],
  [
    { MEDIA_WORKERS: "3", MEDIA_PORT: "65534" },
    /^MEDIA_PORT: 3 ports from 65534 on end past 65535 \(MEDIA_WORKERS\)$/,
  ],
  [
    { MEDIA_WORKERS: "3", MEDIA_PORT: "40000", PORT: "40002" },
    /^MEDIA_PORT: the ports 40000 to 40002 of MEDIA_WORKERS contain PORT, 40002$/,
  ],
])("with %j the ports of the media cannot be had", (env, problem) => {
  expect(() => readConfig(env)).toThrow(problem);
});

test("a number of playbacks that is set is the number of all processes; LiveKit counts as one", () => {
  expect(readConfig({ MEDIA_WORKERS: "4", PLAYBACK_MAX: "500" }).playback.max).toBe(500);
  const livekit = {
    LIVEKIT_URL: "wss://livekit.example.com",
    LIVEKIT_API_KEY: "key",
    LIVEKIT_API_SECRET: "secret",
  };
  expect(readConfig({ MEDIA_WORKERS: "4", MEDIA_PORT: "65535", ...livekit }).playback.max).toBe(3_000);
});
