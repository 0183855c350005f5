import { randomBytes, timingSafeEqual } from "node:crypto";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { RoomsNeeds } from "../needs.ts";
import { roomOfModel, updateRoom } from "../store/rooms-store.ts";

/** A stream key: 192 random bits as base64url, prefixed so that one recognises it. */
export function newStreamKey(): string {
  return `fl_${randomBytes(24).toString("base64url")}`;
}

/** Compares keys in constant time. */
export function sameKey(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Replaces a model's stream key and ends what is published with the old one. */
export function renewStreamKey({ db, media }: RoomsNeeds) {
  return async (modelId: number): Promise<void> => {
    const room = await roomOfModel(db, modelId);
    if (!room) return;
    await inTransaction(db, (tx) => updateRoom(tx, modelId, { stream_key: newStreamKey() }));
    await media.endPublisher(room.slug);
  };
}
