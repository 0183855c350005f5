import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goLive } from "#testing/app/media-clients.ts";
import { testApp } from "#testing/app/test-app.ts";
import { startTestLivekit } from "#testing/livekit/livekit-rig.ts";
import { livekitServer } from "#testing/livekit/livekit-server.ts";

const urls = ["turn:turn.test:3478", "turns:turn.test:443?transport=tcp"];

describe.skipIf(livekitServer === null)("with media by LiveKit", () => {
  let livekit: Awaited<ReturnType<typeof startTestLivekit>>;
  beforeAll(async () => {
    livekit = await startTestLivekit();
  });
  afterAll(() => livekit.stop());
  const app = testApp(undefined, () => ({ media: livekit.media }), {
    TURN_URLS: urls.join(),
    TURN_USERNAME: "fanlight",
    TURN_CREDENTIAL: "a-password",
  });

  test("who watches and who publishes are told of the TURN servers", async () => {
    const [luna, fan] = [await app.model(), await app.fan()];
    const servers = [{ urls, username: "fanlight", credential: "a-password" }];
    const studio = await app.call("GET", "/api/studio", { as: luna });
    expect(studio.body.publish).toMatchObject({ ice_servers: servers });
    await goLive(app, luna);
    const room = await app.call("GET", `/api/stream/${luna.login}`, { as: fan });
    expect(room.body.playback).toMatchObject({ protocol: "livekit", ice_servers: servers });
  });
});
