import { randomUUID } from "node:crypto";
import type { contentContract } from "#contract/content.ts";
import { genderText } from "#contract/room-values.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { problem } from "#server/kit/http/problem.ts";
import { spendProblem } from "#server/wallet/wallet.ts";
import type { BuyRefusal } from "./buy-item.ts";
import type { Content } from "./content.ts";
import type { Page } from "./find-items.ts";
import { type Found, type Presenting, presentPost, presentRating, presentVideo } from "./present-item.ts";
import type { ItemViewer } from "./rules/access.ts";
import { pageSize } from "./store/items-store.ts";
import type { ItemKind } from "./store/tables.ts";

type Query = { page: number; until?: string | undefined; after?: number | undefined };
type ListQuery = Query & { gender: number; search: string };
type PurchasesQuery = { page: number; search: string };
type Present<Shape> = (found: Found, viewer: ItemViewer) => Shape;

/** The content part of the contract. */
export function contentRoutes(needs: Presenting & { content: Content }): Handlers<typeof contentContract> {
  const { content } = needs;
  const video: Present<ReturnType<typeof presentVideo>> = (found, viewer) =>
    presentVideo(needs, found, viewer);
  const post: Present<ReturnType<typeof presentPost>> = (found, viewer) => presentPost(needs, found, viewer);
  const [videos, posts] = [callsOf(content, "video", video), callsOf(content, "post", post)];
  return {
    "GET /api/videos-all": ({ query }, call) => videos.list("/api/videos-all", query, call),
    "GET /api/posts-all": ({ query }, call) => posts.list("/api/posts-all", query, call),
    "GET /api/search-suggestions": async ({ query }, call) => ({
      status: 200,
      body: await content.suggest({ ...query, viewer: call.viewer, language: call.language }),
    }),
    "GET /api/videos/{id}": ({ params }, call) => videos.one(params.id, call),
    "GET /api/posts/{id}": ({ params }, call) => posts.one(params.id, call),
    "GET /api/model-profile-attachments/{slug}": ({ params, query }, call) =>
      videos.ofModel("/api/model-profile-attachments", params.slug, query, call),
    "GET /api/model-profile-posts/{slug}": ({ params, query }, call) =>
      posts.ofModel("/api/model-profile-posts", params.slug, query, call),
    "GET /api/videos-purchased": ({ query }, call) => videos.purchases("/api/videos-purchased", query, call),
    "GET /api/fan/purchased-posts": ({ query }, call) =>
      posts.purchases("/api/fan/purchased-posts", query, call),
    "POST /api/fan/buy-attachment": ({ body }, call) => videos.buy(body.attachment_id, body.price, call),
    "POST /api/fan/buy-post/{postId}": ({ params, body }, call) => posts.buy(params.postId, body.price, call),
    "POST /api/fan/rate-attachment": ({ body }, call) => videos.rate(body.attachment_id, body.stars, call),
    "POST /api/fan/rate-post": ({ body }, call) => posts.rate(body.post_id, body.stars, call),
    "POST /api/fan/seen-videos": (_input, call) => videos.seen(call),
    "POST /api/fan/seen-posts": (_input, call) => posts.seen(call),
  };
}

/** The calls that videos and posts have in common. */
function callsOf<Shape>(content: Content, kind: ItemKind, present: Present<Shape>) {
  const presentPage = (found: Page, path: string, query: Query, viewer: ItemViewer, more: object = {}) => {
    const cards = found.rows.map((row) => present(row, viewer));
    const paging = { page: query.page, total: found.total, pageSize };
    const place = { until: found.until.toISOString(), after: found.rows.at(-1)?.item.id ?? "" };
    return pageOf(cards, paging, path, { ...more, ...place });
  };
  const order = (query: Query, viewer: ItemViewer) => ({
    kind,
    viewer,
    page: query.page,
    until: query.until === undefined ? null : new Date(query.until),
    after: query.page > 1 ? (query.after ?? null) : null,
  });
  return {
    async list(path: string, query: ListQuery, { viewer }: Call) {
      const { gender, search } = query;
      const found = await content.list({ ...order(query, viewer), genderId: gender, search });
      return {
        status: 200,
        body: presentPage(found, path, query, viewer, { gender: genderText(gender), search }),
      } as const;
    },
    async ofModel(path: string, slug: string, query: Query, call: Call) {
      const found = await content.listOfModel({ ...order(query, call.viewer), slug });
      if (!found.ok) return problem(call, found.refusal);
      return { status: 200, body: presentPage(found, `${path}/${slug}`, query, call.viewer) } as const;
    },
    async one(id: number, call: Call) {
      const found = await content.find(kind, id, call.viewer);
      if (!found) return problem(call, "unknown_item");
      return { status: 200, body: present(found, call.viewer) } as const;
    },
    async purchases(path: string, { page, search }: PurchasesQuery, { viewer }: Call<Viewer>) {
      const found = await content.purchases({ kind, fanId: viewer.userId, search, page });
      const cards = found.rows.map((row) => ({
        ...present(row, viewer),
        added_at: (row.item.bought_at ?? row.item.created_at).toISOString(),
      }));
      const body = pageOf(cards, { page, total: found.total, pageSize }, path, { search });
      return { status: 200, body } as const;
    },
    async buy(itemId: number, shownPrice: number | undefined, call: Call<Viewer>) {
      const { userId: fanId } = call.viewer;
      const key = call.idempotencyKey ?? randomUUID();
      const bought = await content.buy({ fanId, kind, itemId, key, shownPrice });
      if (!bought.ok) return buyProblem(call, bought.refusal);
      const found = await content.find(kind, itemId, call.viewer);
      if (!found) return problem(call, "unknown_item");
      const { balance, transferId } = bought;
      const body = { success: true, balance, item: present(found, call.viewer) } as const;
      const charged = transferId === undefined ? {} : { transfer_id: transferId };
      return { status: 200, body: { ...body, ...charged } } as const;
    },
    async rate(itemId: number, stars: number, call: Call<Viewer>) {
      const done = await content.rate({ fanId: call.viewer.userId, kind, itemId, stars });
      if (!done.ok) return problem(call, done.refusal);
      return { status: 200, body: presentRating(done.rated) } as const;
    },
    async seen({ viewer }: Call<Viewer>) {
      await content.visit(viewer.userId, kind);
      return { status: 204, body: undefined } as const;
    },
  };
}

function buyProblem(call: Call, refusal: BuyRefusal) {
  switch (refusal.code) {
    case "too_few_tokens":
    case "limit_reached":
    case "spending_paused":
      return spendProblem(call, refusal);
    case "price_changed":
      return problem(call, "price_changed", { price: refusal.price });
    case "unknown_item":
      return problem(call, "unknown_item");
    case "key_conflict":
      return problem(call, "purchase_key_conflict");
    case "frozen":
      return problem(call, "frozen");
  }
}
