import type { ColumnType, Generated, GeneratedAlways } from "kysely";

export type ItemKind = "video" | "post";

type ItemTable = {
  id: GeneratedAlways<number>;
  kind: ItemKind;
  model_id: number;
  title: string;
  body: Generated<string>;
  search_text: string;
  media_type: "picture" | "video";
  price: number;
  for_subscribers: Generated<boolean>;
  visible: Generated<boolean>;
  starts_at: Date | null;
  ends_at: Date | null;
  media_key: string;
  thumb_key: string;
  blurred_key: string;
  seconds: number | null;
  width: number;
  height: number;
  seed_key: string | null;
  /** The id that its model's page made for it. */
  client_id: string | null;
  created_at: Date;
  /** The later of `created_at` and `starts_at`; the database works it out. */
  published_at: ColumnType<Date, never, never>;
  withdrawn_at: Generated<Date | null>;
  /** Since when staff keep it from everybody. */
  removed_at: Generated<Date | null>;
};

type PurchaseTable = {
  fan_id: number;
  item_id: number;
  price: number;
  transfer_id: number;
  balance_after: number;
  idem_key: string;
  bought_at: Date;
};

type CommentTable = {
  id: GeneratedAlways<number>;
  item_id: number;
  /** Whose post it is under; the database fills it in. */
  model_id: ColumnType<number, never, never>;
  author_id: number;
  author_role: "fan" | "model";
  /** "" once it is removed. */
  body: string;
  client_id: string;
  written_at: Date;
  removed_at: Generated<Date | null>;
  removed_by: Generated<"author" | "model" | "staff" | null>;
};

/** The tables that this module owns. */
export type ContentTables = {
  "content.item": ItemTable;
  "content.purchase": PurchaseTable;
  "content.comment": CommentTable;
  "content.comments_seen": { model_id: number; seen_id: number };
  "content.post_like": { item_id: number; fan_id: number; liked_at: Date };
  "content.visit": { fan_id: number; kind: ItemKind; visited_at: Date };
};
