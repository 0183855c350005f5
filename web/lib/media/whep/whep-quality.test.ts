import { expect, test } from "vitest";
import { fakeEngine } from "#testing/web/media/watching-engine.ts";

const first = { url: "http://media.test/whep/luna", token: "first" };

test("The size of the picture that was chosen is asked for at once, and by every session that follows", async () => {
  const engine = fakeEngine();
  engine.session.start(first);
  await engine.pass(1_000, { frames: true });
  engine.session.prefer("low");
  engine.session.prefer("low");
  await engine.pass(0);
  const session = "http://media.test/whep/session/1";
  expect(engine.requests.slice(1)).toEqual([{ method: "POST", url: `${session}/layer`, token: "first" }]);
  engine.session.networkChanged();
  await engine.pass(250);
  expect(engine.requests.at(-1)?.url).not.toBe(first.url);
  expect(engine.requests.find(({ token }) => token === "fresh")?.url).toBe(`${first.url}?layer=low`);
});

test("A size that is chosen while a session is on its way is asked for when it is there", async () => {
  const engine = fakeEngine();
  engine.session.start(first);
  engine.session.prefer("high");
  await engine.pass(250);
  expect(engine.requests.map(({ url }) => url)).toEqual([
    first.url,
    "http://media.test/whep/session/1/layer",
  ]);
});
