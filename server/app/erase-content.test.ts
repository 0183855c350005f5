import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { Video } from "#contract/content.ts";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { bearer } from "#testing/app/api-client.ts";
import { freshAddress, registerListedModel, registerMember } from "#testing/app/members.ts";
import { testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";

let leaptMs = 0;
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + leaptMs) };
const app = testApp(undefined, () => ({ clock }));
const close = (as: Awaited<ReturnType<typeof registerMember>>) =>
  app.call("POST", "/api/fan/block-user", {
    as,
    body: { current_password: as.password },
    headers: freshAddress(),
  });

test("R-OPEN-15, R-OPEN-83: what a model who leaves has sold stays with its buyers without their name; the rest goes with its files", async () => {
  const [model, fan] = [await registerListedModel(app, app.db), await app.fan(100)];
  const sold = await createItem(app, model, { title: "Sold once" });
  const unsold = await createItem(app, model, { title: "Never sold" });
  await app.call("POST", "/api/fan/buy-attachment", { as: fan, body: { attachment_id: sold } });
  expect((await close(model)).status).toBe(204);
  const listed = async () =>
    (await app.call("GET", `/api/videos-all?search=${encodeURIComponent("sold")}`)).body.data;
  expect(await listed()).toEqual([]);
  const other = await app.fan(100);
  const late = await app.call("POST", "/api/fan/buy-attachment", {
    as: other,
    body: { attachment_id: sold },
  });
  expect(late.status).toBe(404);
  leaptMs += 31 * 86_400_000;
  await app.modules.profiles.eraseClosed();
  await app.modules.content.sweep();
  const { identity } = app.modules;
  const account = await identity.byId(app.db, fan.id);
  if (!account) throw new Error("the buyer is gone");
  const again = { ...fan, token: await identity.issueToken(account) };
  const [kept] = (await app.call("GET", "/api/videos-purchased", { as: again })).body.data as Video[];
  expect(kept).toMatchObject({ id: sold, title: "Sold once", payed: true });
  expect(kept?.model).toEqual({
    id: model.id,
    login: "",
    name: "",
    artisticName: "",
    avatar: "",
    listed: false,
  });
  expect((await fetch(app.origin + kept?.watchUrl, { headers: bearer(again) })).status).toBe(200);
  const found = await app.modules.content.find("video", unsold, { userId: model.id, role: "model" });
  expect(found).toBeUndefined();
  expect(await readdir(path.join(app.dataDir, "private-files", "content"))).toHaveLength(2);
});

test("R-OPEN-15: of a fan who leaves nothing shows what they looked at, and what they bought is nobody's to see", async () => {
  const [model, fan] = [await app.model(), await registerMember(app)];
  await app.modules.wallet.issue(app.db, {
    key: `opening:${fan.id}`,
    to: { kind: "fan", id: fan.id },
    tokens: 100,
    kind: "opening",
    reason: "opening balance",
  });
  const id = await createItem(app, model, { title: "Bought and left" });
  const bought = await app.call("POST", "/api/fan/buy-attachment", {
    as: fan,
    body: { attachment_id: id },
  });
  expect(bought.status).toBe(200);
  await app.call("POST", "/api/fan/seen-videos", { as: fan });
  const areas = () => app.modules.content.exportAreas({ id: fan.id, role: "fan" });
  const rows = async (name: string) =>
    areas()
      .find((area) => area.name === name)
      ?.rows();
  expect(await rows("content-purchases")).toMatchObject([{ title: "Bought and left", price: 50 }]);
  expect(await rows("content-visits")).toMatchObject([{ kind: "video" }]);
  expect((await close(fan)).status).toBe(204);
  leaptMs += 31 * 86_400_000;
  await app.modules.profiles.eraseClosed();
  expect(await rows("content-visits")).toEqual([]);
  expect((await app.call("GET", "/api/videos-purchased", { as: fan })).status).toBe(401);
  const [item] = (await app.modules.content.ownItems(model.id, { kind: "video", page: 1 })).rows;
  expect(item).toMatchObject({ sold: 1, earned: 50 });
});
