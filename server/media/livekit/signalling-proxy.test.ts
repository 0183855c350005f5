import { AccessToken } from "livekit-server-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LivekitRig, startTestLivekit } from "#testing/livekit/livekit-rig.ts";
import { livekitKeys, livekitServer } from "#testing/livekit/livekit-server.ts";
import { watchByLivekit } from "#testing/livekit/livekit-viewer.ts";
import { until } from "#testing/until.ts";

describe.skipIf(livekitServer === null)("the signalling proxy of LiveKit", () => {
  let rig: LivekitRig;
  beforeAll(async () => {
    rig = await startTestLivekit();
  });
  afterAll(() => rig.stop());
  const reportOf = (room: string) => rig.media.rooms().get(room)?.viewers[0];

  test("R-OPEN-60: lets in who may watch, and sends them nothing that would open the room again", async () => {
    await rig.live("open");
    const viewer = await rig.viewer("open", "fan:1|public");
    await until(() => viewer.rtp.length > 20, "pictures");
    expect(viewer.signals).toContain("join");
    // LiveKit sends one with its first messages, and one with each change of the participant.
    viewer.report();
    await until(() => viewer.signals.includes("requestResponse"), "the answer to a change");
    expect(viewer.signals).not.toContain("refreshToken");
  });

  test("R-OPEN-60: keeps out who may not, and gives a client that asks the reason", async () => {
    await rig.live("shut");
    await rig.viewer("shut", "fan:1|public");
    rig.lock((tag) => tag === "fan:2|public");
    const bearer = encodeURIComponent("fan:2|public");
    await expect(watchByLivekit(`${rig.origin}/livekit/shut`, bearer)).rejects.toThrow("refused: 403");
    const statusOf = async (room: string, token: string) =>
      (await fetch(`${rig.origin}/livekit/${room}/rtc/v1/validate?access_token=${token}`)).status;
    expect(await statusOf("shut", bearer)).toBe(403);
    expect(await statusOf("shut", encodeURIComponent("fan:3|public"))).toBe(200);
    expect(await statusOf("nobody", encodeURIComponent("fan:3|public"))).toBe(409);
    rig.lock(() => false);
  });

  test("R-OPEN-60: who loses the right while they come in gets no message of LiveKit's", async () => {
    await rig.live("late");
    await rig.viewer("late", "fan:1|public");
    let asked = 0;
    // The first answer lets them begin, the second one comes before anything is passed on.
    rig.lock((tag) => tag === "fan:2|public" && ++asked > 1);
    const bearer = encodeURIComponent("fan:2|public");
    await expect(watchByLivekit(`${rig.origin}/livekit/late`, bearer)).rejects.toThrow("refused: 403");
    expect(rig.media.viewers().map(({ tag }) => tag)).not.toContain("fan:2|public");
    rig.lock(() => false);
  });

  test("R-OPEN-63: counts what reached a viewer by their report, as far as it is borne out", async () => {
    const { show } = await rig.live("counted");
    const beganAt = performance.now();
    const viewer = await rig.viewer("counted", "fan:1|private");
    await until(() => reportOf("counted"), "a report");
    const flowedMs = () => reportOf("counted")?.flowed.reduce((sum, one) => sum + one.flowedMs, 0) ?? 0;
    expect(flowedMs(), "who reports nothing is charged nothing").toBe(0);
    await until(() => viewer.rtp.length > 200, "pictures");
    viewer.report({ packets: viewer.rtp.length, ms: 3_600_000 });
    await until(() => flowedMs() > 0, "their report");
    expect(flowedMs(), "no more than has passed").toBeLessThan(performance.now() - beganAt);
    show.pause();
    await until(() => rig.media.rooms().get("counted")?.mediaReceiving === false, "silence");
    const packets = viewer.rtp.length + 1;
    viewer.report({ packets, ms: 7_200_000 });
    await until(() => reportOf("counted")?.packetsSent === packets, "another report");
    const atSilence = flowedMs();
    viewer.report({ packets: packets + 1, ms: 9_999_999 });
    await until(() => reportOf("counted")?.packetsSent === packets + 1, "a report about nothing");
    expect(flowedMs(), "nothing was sent").toBe(atSilence);
  });

  test("R-OPEN-60: a token that LiveKit would take opens nothing of ours, nor does one of ours at LiveKit", async () => {
    await rig.live("tokens");
    await rig.viewer("tokens", "fan:1|public");
    const token = new AccessToken(livekitKeys.apiKey, livekitKeys.apiSecret, {
      identity: "viewer x fan:9|vip",
    });
    token.addGrant({ roomJoin: true, room: "tokens" });
    rig.lock((tag) => !tag.startsWith("fan:"));
    await expect(watchByLivekit(`${rig.origin}/livekit/tokens`, await token.toJwt())).rejects.toThrow("403");
    await expect(watchByLivekit(rig.server.settings.url, "fan:1%7Cpublic")).rejects.toThrow("refused: 401");
    rig.lock(() => false);
  });

  test("is notified by LiveKit of what happens, and believes nobody else", async () => {
    await rig.live("notified");
    await until(() => rig.hints.includes("notified"), "a webhook");
    const post = (authorization: string) =>
      fetch(`${rig.origin}/livekit/webhook`, {
        method: "POST",
        headers: { authorization, "content-type": "application/webhook+json" },
        body: JSON.stringify({ event: "room_finished", room: { name: "forged" } }),
      });
    const foreign = await new AccessToken("test", "another secret that nobody knows").toJwt();
    const otherBody = await new AccessToken(livekitKeys.apiKey, livekitKeys.apiSecret).toJwt();
    for (const authorization of ["", "nonsense", foreign, otherBody])
      expect((await post(authorization)).status).toBe(401);
    expect(rig.hints).not.toContain("forged");
  });
});
