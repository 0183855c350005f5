import { searchKey } from "#contract/search-key.ts";
import { insertItem, type NewItem } from "#server/content/store/items-store.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Person, TestApp } from "#testing/app/test-app.ts";

const bytes = (words: string) => new TextEncoder().encode(words);

/** Creates an item of a model, with files of a few words; answers its id. */
export async function createItem(
  app: Pick<TestApp, "db"> & { modules: Pick<TestApp["modules"], "storage" | "privateFiles"> },
  model: Pick<Person, "id">,
  values: Partial<NewItem> = {},
): Promise<number> {
  const { storage, privateFiles } = app.modules;
  const title = values.title ?? "An evening in the garden";
  const isVideo = (values.kind ?? "video") === "video" || values.media_type === "video";
  const item: NewItem = {
    kind: "video",
    model_id: model.id,
    title,
    search_text: searchKey(title),
    media_type: isVideo ? "video" : "picture",
    price: 50,
    media_key: await privateFiles.put("content", {
      bytes: bytes(`the film ${title}`),
      contentType: isVideo ? "video/mp4" : "image/webp",
    }),
    thumb_key: await privateFiles.put("content", { bytes: bytes("clear"), contentType: "image/webp" }),
    blurred_key: await storage.put("blurred", { bytes: bytes("blurred"), contentType: "image/webp" }),
    seconds: isVideo ? 4 : null,
    width: 432,
    height: 768,
    created_at: new Date(),
    ...values,
  };
  return inTransaction(app.db, async (tx) => Number(await insertItem(tx, item)));
}

/** Changes what is stored of an item, past every rule but the database's. */
export async function updateItem(app: TestApp, id: number, values: Partial<NewItem>): Promise<void> {
  await app.db
    .$extendTables<{ "content.item": Record<string, unknown> }>()
    .updateTable("content.item")
    .set(values)
    .where("id", "=", id)
    .execute();
}
