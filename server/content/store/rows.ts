// `npm run schema` writes this from the migrated database; what is narrower than that stands in scripts/schema/row-types.ts.

import type { ColumnType, Generated } from "kysely";

export type ContentApart = {
  fan_id: number;
  model_id: number;
};

export type ContentComment = {
  author_id: number;
  author_role: "fan" | "model";
  /** "" once it is removed. */
  body: string;
  client_id: string;
  id: ColumnType<number, never, never>;
  item_id: number;
  /** The model whose post it is under; the database fills it in. */
  model_id: ColumnType<number, never, never>;
  removed_at: Date | null;
  removed_by: "author" | "model" | "staff" | null;
  written_at: Date;
};

export type ContentCommentsSeen = {
  model_id: number;
  seen_id: number;
};

export type ContentHiddenModel = {
  fan_id: number;
  model_id: number;
};

export type ContentItem = {
  blurred_key: string;
  body: Generated<string>;
  /** The id that its model's page made for it. */
  client_id: string | null;
  /** A public picture that its model chose for everybody. */
  cover_key: string | null;
  created_at: Date;
  ends_at: Date | null;
  for_subscribers: Generated<boolean>;
  height: number;
  id: ColumnType<number, never, never>;
  kind: "video" | "post";
  media_key: string;
  media_type: "picture" | "video";
  model_id: number;
  price: number;
  /** The later of `created_at` and `starts_at`; the database works it out. */
  published_at: ColumnType<Date, never, never>;
  /** Since when staff keep it from everybody. */
  removed_at: Date | null;
  search_text: string;
  seconds: number | null;
  seed_key: string | null;
  starts_at: Date | null;
  /** A public, silent film of 3 to 6 seconds that its model made for everybody. */
  teaser_key: string | null;
  teaser_seconds: number | null;
  thumb_key: string;
  title: string;
  visible: Generated<boolean>;
  width: number;
  withdrawn_at: Date | null;
};

export type ContentPostLike = {
  fan_id: number;
  item_id: number;
  liked_at: Date;
};

export type ContentPurchase = {
  balance_after: number;
  bought_at: Date;
  fan_id: number;
  idem_key: string;
  item_id: number;
  price: number;
  transfer_id: number;
};

export type ContentRating = {
  fan_id: number;
  item_id: number;
  rated_at: Date;
  stars: number;
};

export type ContentSeller = {
  gender_id: number;
  model_id: number;
  search_text: string;
};

export type ContentVisit = {
  fan_id: number;
  kind: "video" | "post";
  visited_at: Date;
};

export type Rows = {
  "content.apart": ContentApart;
  "content.comment": ContentComment;
  "content.comments_seen": ContentCommentsSeen;
  "content.hidden_model": ContentHiddenModel;
  "content.item": ContentItem;
  "content.post_like": ContentPostLike;
  "content.purchase": ContentPurchase;
  "content.rating": ContentRating;
  "content.seller": ContentSeller;
  "content.visit": ContentVisit;
};
