// `npm run schema` writes this from the migrated database; what is narrower than that stands in scripts/schema/row-types.ts.

import type { ColumnType, Generated } from "kysely";
import type { NotificationSubject } from "#contract/notifications.ts";

export type NotificationsGoLiveAlert = {
  asked_at: Date;
  fan_id: number;
  model_id: number;
  notified_of: Date | null;
  reminded_of: Date | null;
};

export type NotificationsHeldPush = {
  device_id: number;
  item_id: number;
};

export type NotificationsItem = {
  at: Date;
  fan_id: number;
  id: ColumnType<number, never, never>;
  key: string;
  kind:
    | "live"
    | "public_again"
    | "show_ended"
    | "subscribed"
    | "renews_soon"
    | "price_question"
    | "tokens_returned"
    | "tokens_back"
    | "reward"
    | "reward_cancelled"
    | "search_live"
    | "search_new"
    | "content_refunded"
    | "staff_decision"
    | "message"
    | "schedule";
  model_id: number | null;
  read_at: Date | null;
  target_id: number | null;
};

export type NotificationsMutedModel = {
  fan_id: number;
  model_id: number;
  muted_at: Date;
};

export type NotificationsPublicAgain = {
  asked_at: Date;
  fan_id: number;
  model_id: number;
};

export type NotificationsSavedSearch = {
  age_max: number | null;
  /** Years, as age_max. */
  age_min: number | null;
  /** The fan is notified of whom it finds. */
  alerts: Generated<boolean>;
  country: string;
  fan_id: number;
  gender_id: number;
  hair: Generated<string[]>;
  id: ColumnType<number, never, never>;
  languages: string[];
  /** The name that the fan gave it; empty: it is called by what it looks for. */
  name: Generated<string>;
  notified_at: Date | null;
  only_new: boolean;
  rate_max: number | null;
  /** Tokens of a private minute, as rate_max. */
  rate_min: number | null;
  saved_at: Date;
  search: string;
  tags: string[];
};

export type NotificationsSettings = {
  digest: Generated<boolean>;
  digest_at: Date | null;
  discreet: Generated<boolean>;
  fan_id: number;
  muted: Generated<NotificationSubject[]>;
  quiet_from: number | null;
  quiet_to: number | null;
  time_zone: Generated<string>;
};

export type Rows = {
  "notifications.go_live_alert": NotificationsGoLiveAlert;
  "notifications.held_push": NotificationsHeldPush;
  "notifications.item": NotificationsItem;
  "notifications.muted_model": NotificationsMutedModel;
  "notifications.public_again": NotificationsPublicAgain;
  "notifications.saved_search": NotificationsSavedSearch;
  "notifications.settings": NotificationsSettings;
};
