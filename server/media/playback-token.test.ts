import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { createPlaybackTokens } from "#server/media/playback-token.ts";
import { manualClock } from "#testing/manual-clock.ts";

const secret = "a-secret-of-at-least-32-characters";
const claims = { fan: 12, room: "luna", mode: "public", audience: 3 };
const key = new TextEncoder().encode(secret);

describe("R-OPEN-60: a playback token", () => {
  test("shows for whom, for which room and for which mode it is", async () => {
    const clock = manualClock();
    const tokens = createPlaybackTokens(secret, clock);
    const issuedAt = clock.now();
    expect(await tokens.verify(await tokens.sign(claims, 60))).toEqual({ ok: true, ...claims, issuedAt });
  });

  test("ends when its time is over", async () => {
    const clock = manualClock();
    const tokens = createPlaybackTokens(secret, clock);
    const token = await tokens.sign(claims, 60);
    clock.advance(59_000);
    expect((await tokens.verify(token)).ok).toBe(true);
    clock.advance(2000);
    expect(await tokens.verify(token)).toEqual({ ok: false, refusal: "expired" });
  });

  test("that is forged, altered, unsigned or meant for something else is invalid", async () => {
    const clock = manualClock();
    const tokens = createPlaybackTokens(secret, clock);
    const token = await tokens.sign(claims, 60);
    const [head, , signature] = token.split(".");
    const otherRoom = Buffer.from(JSON.stringify({ ...claims, room: "mia", aud: "whep" })).toString(
      "base64url",
    );
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${token.split(".")[1]}.`;
    const forAnother = new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256" })
      .setAudience("api")
      .setExpirationTime("1h");
    const endless = new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).setAudience("whep");
    const foreign = createPlaybackTokens("another-secret-of-32-characters-or-more", clock);
    const bad = [
      "",
      "nonsense",
      `${head}.${otherRoom}.${signature}`,
      unsigned,
      await forAnother.sign(key),
      await endless.sign(key),
      await foreign.sign(claims, 60),
    ];
    for (const candidate of bad)
      expect(await tokens.verify(candidate)).toEqual({ ok: false, refusal: "invalid" });
  });

  test("is not made with a short secret", () => {
    expect(() => createPlaybackTokens("short")).toThrow();
  });
});
