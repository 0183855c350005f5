import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOffer } from "#engine/testing/peer.ts";
import { livekitServer } from "#testing/livekit/livekit-server.ts";
import { until } from "#testing/until.ts";
import { connectLivekit } from "./livekit-media.ts";
import { type LivekitRig, startTestLivekit } from "./livekit-rig.ts";

const log = { info() {}, warn() {}, error() {} };

describe.skipIf(livekitServer === null)("LiveKit", () => {
  let rig: LivekitRig;
  beforeAll(async () => {
    rig = await startTestLivekit();
  });
  afterAll(() => rig.stop());
  const kinds = () => rig.events.map(({ kind }) => kind);

  test("that cannot be reached, or does not take our key, is said at the start", async () => {
    const { settings } = rig.server;
    await expect(connectLivekit({ ...settings, url: "http://127.0.0.1:9" }, log)).rejects.toThrow();
    await expect(connectLivekit({ ...settings, apiSecret: "another secret" }, log)).rejects.toThrow();
  });

  test("R-OPEN-60: cuts viewers whom an earlier process let in", async () => {
    await rig.live("earlier");
    const viewer = await rig.viewer("earlier", "fan:1|public");
    await until(() => viewer.rtp.length > 20, "pictures");
    const later = await connectLivekit(rig.server.settings, log);
    expect(later.viewers()).toEqual([]);
    await later.endViewers("earlier", (tag) => tag !== "fan:1|public");
    await until(() => !viewer.isOpen(), "the viewer to be cut");
    await later.stop();
  });

  test("R-OPEN-60: that is killed loses everybody, a cut meanwhile fails, and everybody may join again", async () => {
    await rig.live("killed");
    const viewer = await rig.viewer("killed", "fan:1|public");
    await until(() => viewer.rtp.length > 20, "pictures");
    await rig.server.kill();
    // Who cannot be sure that viewers are cut must not go on as if they were.
    await expect(rig.media.endViewers("killed")).rejects.toThrow();
    await until(() => kinds().includes("engine-down"), "the end");
    expect(rig.media.healthy()).toBe(false);
    expect(rig.media.rooms().size).toBe(0);
    const { offerSdp, close } = await makeOffer({ role: "publisher" });
    expect(await rig.media.publish("killed", offerSdp)).toEqual({ ok: false, refusal: "engine_down" });
    close();
    await rig.server.start();
    await until(() => kinds().includes("engine-restarted"), "the return");
    expect(rig.media.healthy()).toBe(true);
    await rig.live("killed");
    const again = await rig.viewer("killed", "fan:1|public");
    await until(() => again.rtp.length > 20, "pictures again");
  });
});
