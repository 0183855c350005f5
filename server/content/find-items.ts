import type { Face } from "#server/catalog/catalog.ts";
import type { Database, Reader } from "#server/kit/database/database.ts";
import { databaseReads } from "#server/kit/database/list-reads.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { ContentNeeds } from "./needs.ts";
import type { Found } from "./present-item.ts";
import { accessOf, type ItemViewer, stateOf } from "./rules/access.ts";
import { reactionsOf } from "./store/comments-store.ts";
import { type ItemsQuery, itemsPage } from "./store/item-lists-store.ts";
import { itemById, type SeenItem } from "./store/items-store.ts";
import { purchasesPage } from "./store/purchases-store.ts";
import { ratingsOf, unrated } from "./store/ratings-store.ts";
import type { ItemKind } from "./store/tables.ts";

export type Page = { rows: Found[]; total: number; until: Date };

type ListOrder = {
  kind: ItemKind;
  viewer: ItemViewer;
  page: number;
  /** Of the first page; null on that one. */
  until: Date | null;
  /** The last item of the page before; null: the page is found by its number. */
  after: number | null;
};

/** The items of one gender's models. */
export function listItems(needs: ContentNeeds) {
  return ({ genderId, search, ...order }: ListOrder & { genderId: number; search: string }): Promise<Page> =>
    page(needs, order, { of: { genderId }, search });
}

/** The items of one model, by login or id. */
export function listOfModel(needs: ContentNeeds) {
  return async ({ slug, ...order }: ListOrder & { slug: string }): Promise<Result<Page, "unknown_model">> => {
    const model = await needs.catalog.model(needs.db, slug);
    if (!model?.listed) return refuse("unknown_model");
    // A model who has just published something searches for it here.
    const lists = databaseReads(needs.db, async () => null);
    return ok(await page({ ...needs, lists }, order, { of: { modelId: model.id }, search: "" }));
  };
}

async function page(
  needs: ContentNeeds,
  { viewer, until, ...order }: ListOrder,
  wanted: Pick<ItemsQuery, "of" | "search">,
): Promise<Page> {
  const now = needs.clock.now();
  const upTo = until && until < now ? until : now;
  const query = { ...order, ...wanted, until: upTo, now, fanId: fanIdOf(viewer) };
  const { rows, total } = await itemsPage(needs, query);
  return { rows: await around(needs, needs.db, rows, viewer), total, until: upTo };
}

/** One item: on offer, the viewer's own, or bought before, even if it is gone since. */
export function findItem(needs: ContentNeeds) {
  return async (kind: ItemKind, id: number, viewer: ItemViewer): Promise<Found | undefined> => {
    const item = await itemById(needs.db, kind, id, fanIdOf(viewer));
    if (!item) return undefined;
    const [found] = await around(needs, needs.db, [item], viewer);
    if (!found) return undefined;
    if (item.bought_at || (found.access === "own" && !item.withdrawn_at)) return found;
    return found.model.listed && stateOf(item, needs.clock.now()) === "listed" ? found : undefined;
  };
}

/** The model whose item a private file belongs to, if this person may see it now; null otherwise. */
export function ownerOfFile(needs: ContentNeeds) {
  const find = findItem(needs);
  return async (
    viewer: NonNullable<ItemViewer>,
    file: { kind: ItemKind; itemId: number; key: string },
  ): Promise<number | null> => {
    const found = await find(file.kind, file.itemId, viewer);
    if (!found || found.access === "locked") return null;
    const { media_key, thumb_key, model_id } = found.item;
    return [media_key, thumb_key].includes(file.key) ? model_id : null;
  };
}

/** A fan's purchases, latest first. */
export function listPurchases(needs: ContentNeeds) {
  return async (order: { kind: ItemKind; fanId: number; search: string; page: number }) => {
    const { db, catalog } = needs;
    const named = order.search === "" ? [] : await catalog.modelsNamed(db, order.search);
    const { rows, total } = await purchasesPage(db, { ...order, named });
    const viewer = { userId: order.fanId, role: "fan" } as const;
    return { rows: await around(needs, db, rows, viewer), total };
  };
}

export const fanIdOf = (viewer: ItemViewer): number => (viewer?.role === "fan" ? viewer.userId : 0);

/** Joins items with their models and with what the viewer may see of them. */
async function around(
  { catalog, subscriptions }: Pick<ContentNeeds, "catalog" | "subscriptions">,
  reader: Reader | Database,
  items: readonly SeenItem[],
  viewer: ItemViewer,
): Promise<Found[]> {
  const ids = [...new Set(items.map(({ model_id }) => model_id))];
  const faces = await catalog.faces(reader, ids);
  const fanId = fanIdOf(viewer);
  const posts = items.flatMap(({ kind, id }) => (kind === "post" ? [id] : []));
  const reactions = await reactionsOf(reader, posts, fanId);
  const sold = items.flatMap(({ id, price }) => (price > 0 ? [id] : []));
  const ratings = await ratingsOf(reader, sold, fanId);
  const subscribed = fanId ? await subscriptions.subscribed(reader, fanId, ids) : new Set<number>();
  return items.map((item) => ({
    item,
    access: accessOf(item, viewer, subscribed.has(item.model_id)),
    rated: ratings.get(item.id) ?? unrated,
    reactions: reactions.get(item.id) ?? { likes: 0, liked: false, comments: 0 },
    model: presentModel(item.model_id, faces.get(item.model_id)),
  }));
}

/** A model who has closed their account has no name any more. */
function presentModel(id: number, face: Face | undefined): Found["model"] {
  const { login, name, avatar, listed } = face ?? nobody;
  return { id, login, name, artisticName: name, avatar, listed };
}

const nobody = { login: "", name: "", avatar: "", listed: false };
