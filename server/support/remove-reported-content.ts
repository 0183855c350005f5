import type { ReportTarget } from "#contract/field-bounds.ts";
import type { Catalog } from "#server/catalog/catalog.ts";
import type { Content } from "#server/content/content.ts";
import type { Tx } from "#server/kit/database/database.ts";
import type { Messaging } from "#server/messaging/messaging.ts";
import type { Rooms } from "#server/rooms/rooms.ts";

/** Takes something away from everybody, in the staff's transaction; false when there is nothing of it any more. */
export type RemoveContent = (tx: Tx, about: RemovableTarget, id: number) => Promise<boolean>;

export const removableTargets = ["line", "picture", "video", "post", "comment", "message"] as const;
export type RemovableTarget = (typeof removableTargets)[number];

/** Rooms, profiles and chats are no pieces of content: their people are hidden, suspended or blocked instead. */
export const isRemovable = (about: ReportTarget | null): about is RemovableTarget =>
  removableTargets.some((target) => target === about);

type Owners = {
  catalog: Pick<Catalog, "gallery">;
  content: Pick<Content, "removeForStaff" | "comments">;
  messaging: Pick<Messaging, "removeForStaff">;
  rooms: Pick<Rooms, "removeForStaff">;
};

/** Removes content by the modules that own it. */
export function removeContent({ catalog, content, messaging, rooms }: Owners): RemoveContent {
  const removers: Record<RemovableTarget, (tx: Tx, id: number) => Promise<boolean>> = {
    line: rooms.removeForStaff,
    picture: catalog.gallery.removeForStaff,
    video: content.removeForStaff,
    post: content.removeForStaff,
    comment: content.comments.removeForStaff,
    message: messaging.removeForStaff,
  };
  return (tx, about, id) => removers[about](tx, id);
}
