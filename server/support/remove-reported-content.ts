import type { ReportTarget } from "#contract/report-reasons.ts";
import type { Catalog } from "#server/catalog/catalog.ts";
import type { Content } from "#server/content/content.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { Messaging } from "#server/messaging/messaging.ts";
import type { Rooms } from "#server/rooms/rooms.ts";

/** A payment to a model for something, by the payment's transfer. */
export type Sale = { transfer_id: number; fan_id: number; model_id: number; tokens: number };

/**
 * Takes something away from everybody, in the staff's transaction, and answers who had bought it; null when there is
 * nothing left of it.
 */
export type RemoveContent = (tx: Tx, about: RemovableTarget, id: number) => Promise<readonly Sale[] | null>;

/** Whether anything is left of something that could be taken away. */
export type ContentExists = (reader: Reader, about: RemovableTarget, id: number) => Promise<boolean>;

/** The buyers of something until now. */
export type ReadSales = (reader: Reader, about: RemovableTarget, id: number) => Promise<readonly Sale[]>;

export const removableTargets = ["line", "picture", "video", "post", "comment", "message"] as const;
export type RemovableTarget = (typeof removableTargets)[number];

/** Rooms, profiles and chats are no pieces of content: their people are hidden, suspended or blocked instead. */
export const isRemovable = (about: ReportTarget | null): about is RemovableTarget =>
  removableTargets.some((target) => target === about);

type Owners = {
  catalog: Pick<Catalog, "gallery">;
  content: Pick<Content, "removeForStaff" | "exists" | "sales" | "comments">;
  messaging: Pick<Messaging, "removeForStaff" | "exists" | "sales">;
  rooms: Pick<Rooms, "chat">;
};

/** Removes content by the modules that own it. */
export function removeContent({ catalog, content, messaging, rooms }: Owners): RemoveContent {
  const removeItem = async (tx: Tx, id: number) =>
    (await content.removeForStaff(tx, id)) ? content.sales(tx, id) : null;
  const removers: Record<RemovableTarget, (tx: Tx, id: number) => Promise<readonly Sale[] | null>> = {
    line: async (tx, id) => ((await rooms.chat.removeForStaff(tx, id)) ? [] : null),
    picture: async (tx, id) => ((await catalog.gallery.removeForStaff(tx, id)) ? [] : null),
    video: removeItem,
    post: removeItem,
    comment: async (tx, id) => ((await content.comments.removeForStaff(tx, id)) ? [] : null),
    message: messaging.removeForStaff,
  };
  return (tx, about, id) => removers[about](tx, id);
}

/** Asks the modules that own content whether it is still there. */
export function contentExists({ catalog, content, messaging, rooms }: Owners): ContentExists {
  const readers: Record<RemovableTarget, (reader: Reader, id: number) => Promise<boolean>> = {
    line: rooms.chat.exists,
    picture: async (reader, id) => (await catalog.gallery.picture(reader, id)) !== undefined,
    video: content.exists,
    post: content.exists,
    comment: content.comments.exists,
    message: messaging.exists,
  };
  return (reader, about, id) => readers[about](reader, id);
}

/** Reads who bought something from the modules that sell. */
export function readSales({ content, messaging }: Pick<Owners, "content" | "messaging">): ReadSales {
  return async (reader, about, id) => {
    if (about === "message") return messaging.sales(reader, id);
    return about === "video" || about === "post" ? content.sales(reader, id) : [];
  };
}
