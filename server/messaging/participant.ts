/** The two who talk in a chat. */
export type ChatRole = "fan" | "model";

/** Somebody on one side of chats; the role comes from the token. */
export type Participant = { id: number; role: ChatRole };

export const otherRole = (side: ChatRole): ChatRole => (side === "fan" ? "model" : "fan");

/** The person on one side of a chat. */
export function participantId(chat: { fan_id: number; model_id: number }, side: ChatRole): number {
  return side === "fan" ? chat.fan_id : chat.model_id;
}
