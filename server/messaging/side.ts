/** The two who talk in a chat. */
export type Side = "fan" | "model";

/** Somebody on one side of chats; the role comes from the token. */
export type Party = { id: number; side: Side };

export const otherSide = (side: Side): Side => (side === "fan" ? "model" : "fan");

/** Who is on a side of a chat. */
export function personOn(chat: { fan_id: number; model_id: number }, side: Side): number {
  return side === "fan" ? chat.fan_id : chat.model_id;
}
