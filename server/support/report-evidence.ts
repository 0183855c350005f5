import type { ReportTarget } from "#contract/report-reasons.ts";
import type { Catalog, ModelRow } from "#server/catalog/catalog.ts";
import type { Content } from "#server/content/content.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Messaging } from "#server/messaging/messaging.ts";
import type { Rooms } from "#server/rooms/rooms.ts";
import { keyOfUrl } from "#server/storage/storage.ts";
import type { Evidence } from "./rules/evidence.ts";

export type Reporter = { id: number; role: "fan" | "model" };

/** Copies what somebody reports; null when there is no such thing, they may not see it, or it is their own. */
export type ReadEvidence = (reporter: Reporter, about: ReportTarget, id: number) => Promise<Evidence | null>;

type EvidenceNeeds = {
  db: Database;
  catalog: Pick<Catalog, "model" | "gallery">;
  content: Pick<Content, "find" | "comments">;
  identity: Pick<Identity, "logins">;
  messaging: Pick<Messaging, "quote" | "partner">;
  rooms: Pick<Rooms, "chat" | "room">;
};

type Copied = Pick<Evidence, "path" | "reported"> & Partial<Evidence>;

const linesBefore = 10;

/** Reads evidence out of the modules that own it. */
export function readEvidence(needs: EvidenceNeeds): ReadEvidence {
  const readers: Record<ReportTarget, (reporter: Reporter, id: number) => Promise<Copied | null>> = {
    room: (reporter, id) => roomOf(needs, reporter, id),
    profile: (_, id) => profileOf(needs, id),
    picture: (_, id) => pictureOf(needs, id),
    line: (reporter, id) => lineOf(needs, reporter, id),
    video: (reporter, id) => itemOf(needs, "video", reporter, id),
    post: (reporter, id) => itemOf(needs, "post", reporter, id),
    comment: (reporter, id) => commentOf(needs, reporter, id),
    chat: (reporter, id) => chatOf(needs, reporter, id),
    message: (reporter, id) => messageOf(needs, reporter, id),
  };
  return async (reporter, about, id) => {
    const copied = await readers[about](reporter, id);
    if (!copied || copied.reported.id === reporter.id) return null;
    return { title: null, text: null, media: null, at: null, before: [], ...copied };
  };
}

const asReported = (model: ModelRow) => ({ id: model.id, name: model.login, role: "model" }) as const;

async function listedModel({ db, catalog }: EvidenceNeeds, id: number): Promise<ModelRow | null> {
  const model = await catalog.model(db, id);
  return model?.listed ? model : null;
}

async function roomOf(needs: EvidenceNeeds, reporter: Reporter, modelId: number): Promise<Copied | null> {
  const model = await listedModel(needs, modelId);
  const room = model && (await needs.rooms.room(model.login));
  if (!model || !room) return null;
  // Words in a show are reported by those who are in it.
  const reads = room.mode === "public" || room.participants.some(({ fanId }) => fanId === reporter.id);
  return {
    path: `/stream/${model.login}`,
    reported: asReported(model),
    title: `${room.mode}, ${room.state}`,
    text: joined(model.topic_en, model.topic_es, reads ? (room.pause_note ?? "") : ""),
  };
}

async function profileOf(needs: EvidenceNeeds, modelId: number): Promise<Copied | null> {
  const model = await listedModel(needs, modelId);
  if (!model) return null;
  return {
    path: `/${model.login}`,
    reported: asReported(model),
    title: model.artistic_name,
    text: joined(model.bio_en, model.bio_es),
    media: { kind: "picture", key: keyOfUrl(model.avatar) },
  };
}

async function pictureOf(needs: EvidenceNeeds, id: number): Promise<Copied | null> {
  const picture = await needs.catalog.gallery.picture(needs.db, id);
  const model = picture && (await listedModel(needs, picture.model_id));
  if (!model) return null;
  return {
    path: `/${model.login}`,
    reported: asReported(model),
    media: { kind: "picture", key: picture.file },
    at: picture.added_at.toISOString(),
  };
}

async function lineOf(needs: EvidenceNeeds, reporter: Reporter, id: number): Promise<Copied | null> {
  const quoted = await needs.rooms.chat.quote(reporter, id, linesBefore);
  const model = quoted && (await needs.catalog.model(needs.db, quoted.line.model_id));
  if (!model) return null;
  const { line, before } = quoted;
  const copied = (row: typeof line) => ({
    author: row.author_name,
    text: row.body,
    at: row.at.toISOString(),
  });
  return {
    path: `/stream/${model.login}`,
    reported: {
      id: line.author_id,
      name: line.author_name,
      role: line.author_role === "model" ? "model" : "fan",
    },
    text: line.body,
    at: line.at.toISOString(),
    before: before.map(copied),
  };
}

async function itemOf(
  { content }: EvidenceNeeds,
  kind: "video" | "post",
  { id: userId, role }: Reporter,
  id: number,
): Promise<Copied | null> {
  const found = await content.find(kind, id, { userId, role });
  if (!found) return null;
  const { item, model } = found;
  return {
    path: `/${kind === "video" ? "videos" : "allposts"}/${item.id}`,
    reported: { id: model.id, name: model.login, role: "model" },
    title: item.title,
    text: item.body || null,
    media: { kind: item.media_type, key: item.media_key },
    at: item.published_at.toISOString(),
  };
}

async function commentOf(
  { content }: EvidenceNeeds,
  { id: userId, role }: Reporter,
  id: number,
): Promise<Copied | null> {
  const comment = await content.comments.one({ userId, role }, id);
  if (!comment) return null;
  const { item_id, author, author_id, author_role } = comment;
  return {
    path: `/allposts/${item_id}`,
    reported: { id: author_id, name: author.name ?? `#${author_id}`, role: author_role },
    title: comment.title,
    text: comment.body,
    at: comment.written_at.toISOString(),
  };
}

async function chatOf(needs: EvidenceNeeds, reporter: Reporter, chatId: number): Promise<Copied | null> {
  const partner = await needs.messaging.partner(reporter, chatId);
  if (!partner) return null;
  const name = (await needs.identity.logins(needs.db, [partner.id])).get(partner.id);
  return { path: `/chat/${chatId}`, reported: { ...partner, name: name ?? `#${partner.id}` } };
}

async function messageOf(needs: EvidenceNeeds, reporter: Reporter, id: number): Promise<Copied | null> {
  const quoted = await needs.messaging.quote(reporter, id);
  if (!quoted || quoted.message.author === reporter.role) return null;
  const { message, before } = quoted;
  const people = { fan: message.fan_id, model: message.model_id };
  const logins = await needs.identity.logins(needs.db, Object.values(people));
  const nameOf = (role: "fan" | "model") => logins.get(people[role]) ?? `#${people[role]}`;
  return {
    path: `/chat/${message.chat_id}`,
    reported: { id: people[message.author], name: nameOf(message.author), role: message.author },
    title: message.description,
    text: message.body || null,
    media: message.kind && { kind: message.kind, key: message.file_key },
    at: message.sent_at.toISOString(),
    before: before.map(({ author, body, sent_at }) => ({
      ...{ author: nameOf(author), text: body },
      at: sent_at.toISOString(),
    })),
  };
}

const joined = (...texts: string[]): string | null =>
  [...new Set(texts.filter((text) => text !== ""))].join("\n") || null;
