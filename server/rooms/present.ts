import type { MenuItem, RoomMessage } from "#contract/live.ts";
import type { MenuItemRow } from "./store/menu-store.ts";
import type { MessageRow } from "./store/messages-store.ts";
import type { RoomRow } from "./store/rooms-store.ts";

/** A chat message in the words of the wire. */
export function presentMessage(row: MessageRow): RoomMessage {
  return {
    id: row.id,
    client_message_id: row.client_message_id,
    author: { id: row.author_id, name: row.author_name, role: row.author_role },
    kind: row.kind,
    body: row.body,
    ...(row.language === null ? {} : { language: row.language }),
    ...(row.tokens === null ? {} : { tokens: row.tokens }),
    ...(row.gift_id === null ? {} : { gift_id: row.gift_id }),
    ...(row.gift_image === null ? {} : { gift_image: row.gift_image }),
    ...(row.item_en === null ? {} : { menu_item: { en: row.item_en, es: row.item_es ?? row.item_en } }),
    at: row.at.toISOString(),
  };
}

/** An item of a tip menu in the words of the wire. */
export const presentMenuItem = ({ id, title_en, title_es, price }: MenuItemRow): MenuItem => ({
  id,
  title: { en: title_en, es: title_es },
  price,
});

/** A room's goal, or null when it has none. `reached` counts the tips since the goal was set. */
export function presentGoal(room: RoomRow, reached: number) {
  if (room.goal_target === null) return null;
  const title = { en: room.goal_title_en ?? "", es: room.goal_title_es ?? "" };
  return { title, reached, target: room.goal_target };
}
