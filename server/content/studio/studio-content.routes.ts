import type { StudioItem, studioContentContract } from "#contract/studio-content.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { type FieldCode, fieldText } from "#server/kit/http/issues.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { problem } from "#server/kit/http/problem.ts";
import type { Content } from "../content.ts";
import { clearLinks, type Presenting, windowLinks } from "../present-item.ts";
import { stateOf } from "../rules/access.ts";
import { pageSize } from "../store/items-store.ts";
import type { OwnItem } from "../store/own-items-store.ts";
import type { ItemFields, PublishRefusal } from "./publish-item.ts";

/** The content part of the model's studio. The owner of an item follows from the token alone. */
export function studioContentRoutes(
  needs: Presenting & { content: Content },
): Handlers<typeof studioContentContract> {
  const { content } = needs;
  const show = async (call: Call<Viewer>, id: number) => {
    const item = await content.ownItem(call.viewer.userId, id);
    return item ? presentOwn(needs, item, call.viewer.userId, content.now()) : null;
  };
  return {
    "GET /api/studio/content": async ({ query: { kind, page } }, { viewer }) => {
      const found = await content.ownItems(viewer.userId, { kind, page });
      const items = found.rows.map((row) => presentOwn(needs, row, viewer.userId, content.now()));
      const paging = { page, total: found.total, pageSize };
      return { status: 200, body: pageOf(items, paging, "/api/studio/content", { kind }) };
    },
    "POST /api/studio/content": async ({ body, files }, call) => {
      const {
        kind,
        for_subscribers,
        start,
        end,
        client_id: clientId = null,
        teaser_at: teaserAt,
        ...rest
      } = body;
      const published = await content.publish({
        modelId: call.viewer.userId,
        fields: { ...rest, forSubscribers: for_subscribers, start: instantOf(start), end: instantOf(end) },
        upload: { kind, media: files.media, poster: files.poster },
        window: { cover: files.cover, teaserAt },
        clientId,
      });
      if (!published.ok) return publishProblem(call, published.refusal);
      const item = await show(call, published.id);
      // Deleted since it was published under the same id.
      return item ? { status: 201, body: item } : problem(call, "unknown_own_item");
    },
    "POST /api/studio/content/{id}": async ({ params, body }, call) => {
      const changed = await content.change(call.viewer.userId, params.id, wordsOf(body));
      if (!changed.ok && changed.refusal === "ends_too_early") return wrongFile(call, "end", changed.refusal);
      const item = changed.ok ? await show(call, params.id) : null;
      return item ? { status: 200, body: item } : problem(call, "unknown_own_item");
    },
    "POST /api/studio/content/{id}/window": async ({ params, body, files }, call) => {
      const changed = await content.changeWindow({
        modelId: call.viewer.userId,
        id: params.id,
        cover: files.cover,
        teaserAt: body.teaser_at,
        without: { cover: body.without_cover, teaser: body.without_teaser },
      });
      if (!changed.ok && changed.refusal.field !== null)
        return wrongFile(call, changed.refusal.field, changed.refusal.code);
      if (!changed.ok && changed.refusal.code === "too_many")
        return problem(call, "too_many_uploads", { retry_after: changed.refusal.retryAfterSeconds });
      const item = changed.ok ? await show(call, params.id) : null;
      return item ? { status: 200, body: item } : problem(call, "unknown_own_item");
    },
    "DELETE /api/studio/content/{id}": async ({ params }, call) => {
      const gone = await content.withdraw(call.viewer.userId, params.id);
      return gone.ok ? { status: 204, body: undefined } : problem(call, "unknown_own_item");
    },
  };
}

const instantOf = (text: string | null) => (text ? new Date(text) : null);

type ChangeBody = {
  title?: string | undefined;
  body?: string | undefined;
  price?: number | undefined;
  for_subscribers?: boolean | undefined;
  visible?: boolean | undefined;
  start?: string | null | undefined;
  end?: string | null | undefined;
};

/** Only what the body names. */
function wordsOf({
  title,
  body,
  price,
  for_subscribers,
  visible,
  start,
  end,
}: ChangeBody): Partial<ItemFields> {
  return {
    ...(title === undefined ? {} : { title }),
    ...(body === undefined ? {} : { body }),
    ...(price === undefined ? {} : { price }),
    ...(for_subscribers === undefined ? {} : { forSubscribers: for_subscribers }),
    ...(visible === undefined ? {} : { visible }),
    ...(start === undefined ? {} : { start: instantOf(start) }),
    ...(end === undefined ? {} : { end: instantOf(end) }),
  };
}

function wrongFile(call: Call, field: string, code: FieldCode) {
  return problem(call, "invalid", { errors: { [field]: [fieldText(code, call.language)] } });
}

function publishProblem(call: Call, refusal: PublishRefusal) {
  return refusal.field === null
    ? problem(call, "too_many_uploads", { retry_after: refusal.retryAfterSeconds })
    : wrongFile(call, refusal.field, refusal.code);
}

function presentOwn(needs: Presenting, item: OwnItem, modelId: number, now: Date): StudioItem {
  const { thumb, watchUrl } = clearLinks(needs, item, modelId);
  return {
    id: item.id,
    kind: item.kind,
    title: item.title,
    body: item.body,
    type: item.media_type,
    price: item.price,
    for_subscribers: item.for_subscribers,
    visible: item.visible,
    start: item.starts_at?.toISOString() ?? null,
    end: item.ends_at?.toISOString() ?? null,
    state: stateOf(item, now),
    thumb,
    thumb_blurred: needs.storage.url(item.blurred_key),
    ...windowLinks(needs, item),
    watchUrl,
    duration: item.seconds,
    width: item.width,
    height: item.height,
    sold: item.sold,
    earned: item.earned,
    created_at: item.created_at.toISOString(),
  };
}
