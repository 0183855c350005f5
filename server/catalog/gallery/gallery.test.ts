import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { galleryMax } from "#contract/field-bounds.ts";
import type { GalleryPicture } from "#contract/gallery.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();

const drawn = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#456" } })
  .png()
  .toBuffer();

function upload(as: Person, bytes: Uint8Array = drawn, clientId?: string) {
  const body = new FormData();
  if (clientId !== undefined) body.append("client_id", clientId);
  body.append("picture", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "me.png");
  return app.call("POST", "/api/studio/gallery", { as, body });
}
const picturesOf = ({ body }: { body: Record<string, unknown> }) => body.pictures as GalleryPicture[];
const idsOf = (answer: { body: Record<string, unknown> }) => picturesOf(answer).map(({ id }) => id);
const view = (as: Person) => app.call("GET", "/api/studio/gallery", { as });
const order = (as: Person, ids: readonly number[]) =>
  app.call("POST", "/api/studio/gallery-order", { as, body: { ids } });
const remove = (as: Person, id: number) => app.call("DELETE", `/api/studio/gallery/${id}`, { as });
const shown = async (model: Person) =>
  (await app.call("GET", `/api/model-profile/${model.login}`)).body.gallery as GalleryPicture[];
const fetched = async (address: string) => (await fetch(app.origin + address)).status;

test("a model's pictures stand on their page in the order that the model gives them, and are gone with their files", async () => {
  const model = await app.model();
  for (let count = 0; count < 3; count++) expect((await upload(model)).status).toBe(200);
  const [first = 0, second = 0, third = 0] = idsOf(await view(model));
  expect(picturesOf(await view(model))[0]).toMatchObject({ width: 900, height: 600 });
  expect(idsOf(await order(model, [third, first, second]))).toEqual([third, first, second]);
  const before = await shown(model);
  expect(before.map(({ id }) => id)).toEqual([third, first, second]);
  const gone = before.find(({ id }) => id === first) as GalleryPicture;
  expect([await fetched(gone.url), await fetched(gone.small)]).toEqual([200, 200]);
  expect(idsOf(await remove(model, first))).toEqual([third, second]);
  expect(idsOf(await remove(model, first)), "repeated").toEqual([third, second]);
  expect([await fetched(gone.url), await fetched(gone.small)]).toEqual([404, 404]);
  expect((await upload(model)).status).toBe(200);
});

test("what is no picture, an order of other pictures and another model's pictures change nothing", async () => {
  const [model, other] = [await app.model(), await app.model()];
  await upload(model);
  await upload(other);
  const [mine = 0] = idsOf(await view(model));
  const [theirs = 0] = idsOf(await view(other));
  const noPicture = await upload(model, new TextEncoder().encode("no picture"));
  expect([noPicture.status, noPicture.body.code]).toEqual([422, "not_a_picture"]);
  for (const ids of [[], [theirs], [mine, theirs], [mine, mine]]) {
    const refused = await order(model, ids);
    expect([refused.status, refused.body.code]).toEqual([409, "gallery_changed"]);
  }
  await remove(model, theirs);
  expect([idsOf(await view(model)), idsOf(await view(other))]).toEqual([[mine], [theirs]]);
});

test("pictures added at once get places of their own, and none more than there may be", async () => {
  const model = await app.model();
  const picture = { clear: drawn, thumb: drawn, width: 900, height: 600 };
  const added = await Promise.all(
    Array.from({ length: galleryMax + 3 }, () => app.modules.catalog.gallery.addEncoded(model.id, picture)),
  );
  expect(added.filter(({ ok }) => ok)).toHaveLength(galleryMax);
  expect(idsOf(await view(model))).toHaveLength(galleryMax);
  const full = await upload(model);
  expect([full.status, full.body.code]).toEqual([409, "gallery_full"]);
  const ids = idsOf(await view(model));
  const [reversed, turned] = [ids.toReversed(), [...ids.slice(1), ids[0] as number]];
  const answers = await Promise.all([order(model, reversed), order(model, turned)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect([reversed, turned]).toContainEqual(idsOf(await view(model)));
});

test("the same picture sent twice, one after the other or at once, stands on the page once", async () => {
  const [model, other] = [await app.model(), await app.model()];
  const [first, second] = [randomUUID(), randomUUID()];
  const answers = [await upload(model, drawn, first), await upload(model, drawn, first)];
  answers.push(...(await Promise.all(Array.from({ length: 4 }, () => upload(model, drawn, second)))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(idsOf(await view(model))).toHaveLength(2);
  await upload(other, drawn, first);
  expect(idsOf(await view(other)), "an id is its model's own").toHaveLength(1);
  const wrong = await upload(model, drawn, "one");
  expect([wrong.status, Object.keys(wrong.body.errors as object)]).toEqual([422, ["client_id"]]);
});

test("nothing of the gallery is left of a model who is erased, and files without a row are swept", async () => {
  const model = await app.model();
  await upload(model);
  const [picture] = await shown(model);
  await inTransaction(app.db, (tx) => app.modules.catalog.erase(tx, { id: model.id, role: "model" }));
  expect(await app.modules.catalog.gallery.view(app.db, model.id)).toEqual([]);
  expect(await fetched(String(picture?.url)), "a file that is young may still get its row").toBe(200);
});
