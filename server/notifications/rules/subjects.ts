import type { NotificationKind, NotificationSubject } from "#contract/notifications.ts";

/** The subjects that fans switch off as a whole; null: nobody switches it off. */
const subjectOfKind: Record<NotificationKind, NotificationSubject | null> = {
  live: "live",
  public_again: "public_again",
  show_ended: "shows",
  subscribed: "subscriptions",
  renews_soon: "subscriptions",
  price_question: "subscriptions",
  tokens_returned: "tokens",
  tokens_back: "tokens",
  reward: "tokens",
  reward_cancelled: "tokens",
  search_live: "searches",
  search_new: "searches",
  content_refunded: "tokens",
  staff_decision: null,
  message: "messages",
  schedule: "schedule",
};

export const subjectOf = (kind: NotificationKind): NotificationSubject | null => subjectOfKind[kind];
