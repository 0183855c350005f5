/** The knowledge that the types of a module's rows have beyond the database. */
export type RowTypes = {
  /** Where types come from that `columns` name. */
  imports?: Record<string, string>;
  /** The types of columns by their whole names: JSON, lists that no check holds, and what only triggers write. */
  columns?: Record<string, string>;
  /** The columns of views that may be null; PostgreSQL knows it of none. */
  nullable?: readonly string[];
  /** The columns that an insert names although they have a default. */
  named?: readonly string[];
};

/** As a model gives it: null until then, while reads of pages put the empty value of its kind in its place. */
const given = (type: string) => `ColumnType<${type}, ${type} | null, ${type} | null>`;
/** As only a trigger writes it. */
const kept = (type: string) => `ColumnType<${type}, never, never>`;
/** Written as text and never changed. */
const writtenOnce = (type: string) => `ColumnType<${type}, string, never>`;

/** The modules whose rows have generated types, in `store/rows.ts`. */
export const rowTypes: Readonly<Record<string, RowTypes>> = {
  email: {},
  identity: { named: ["accounts.account.language", "accounts.session.user_agent"] },
  push: {},
  payments: {
    imports: { IntentState: "../rules/states.ts" },
    named: ["best_value", "bonus_tokens", "popular", "promoted"].map(
      (column) => `payments.token_package.${column}`,
    ),
    columns: {
      "payments.intent.state": "IntentState",
      "payments.intent_event.from_state": "IntentState | null",
      "payments.intent_event.to_state": "IntentState",
      "payments.callback_inbox.report": writtenOnce("unknown"),
      "payments.intent.held_offer_id": kept("number | null"),
    },
  },
  catalog: {
    named: ["bio_en", "bio_es", "languages", "rate_minimum", "thumbhash", "topic_en", "topic_es"].map(
      (column) => `catalog.model.${column}`,
    ),
    columns: {
      "catalog.model.gender_id": given("number"),
      "catalog.model.birth_date": given("string"),
      "catalog.model.country": given("string"),
      "catalog.model.rate_private": given("number"),
      "catalog.model.rate_vip": given("number"),
      "catalog.model.rate_spy": given("number"),
      "catalog.stream.status": '"began" | "paused" | "stopped"',
      "catalog.stream.type": '"public" | "private" | "vip" | "promo"',
    },
    nullable: ["began_at", "fan_id", "broadcast_at", "ended_at", "public_session_id", "picture"].map(
      (column) => `catalog.stream.${column}`,
    ),
  },
  notifications: {
    imports: { NotificationSubject: "#contract/notifications.ts" },
    columns: { "notifications.settings.muted": "Generated<NotificationSubject[]>" },
  },
  subscriptions: {
    imports: { TermMonths: "#contract/subscription-terms.ts" },
    named: ["subscriptions.plan.free_tokens", "subscriptions.request.price_kept"],
    columns: {
      "subscriptions.notice.report": writtenOnce("unknown"),
      "subscriptions.subscription.agreed_cents": "Generated<number>",
      "subscriptions.subscription.agreed_tokens": "Generated<number>",
      "subscriptions.subscription.agreed_offer_id": "Generated<string>",
      "subscriptions.subscription.offer_at_gateway": "Generated<string>",
      "subscriptions.term.months": "TermMonths",
    },
  },
  content: { columns: { "content.comment.model_id": kept("number") } },
  messaging: {
    imports: { TippedGift: "./tipped-gift.ts" },
    columns: {
      "messaging.chat.fan_unread": kept("number"),
      "messaging.chat.model_unread": kept("number"),
      "messaging.media.taken_from": kept("number | null"),
      "messaging.message.tip_gift": "ColumnType<TippedGift | null, string | null | undefined, never>",
    },
  },
  rooms: {
    named: ["live.tip.anonymous", "live.tip.message"],
    // The values are asked as numbers, and checked by the contract.
    columns: { "live.room.slow_seconds": "Generated<number>", "live.moderation.minutes": "number | null" },
  },
  shows: {
    imports: { Step: "../rules/meter.ts" },
    columns: { "live.participant.price_steps": "ColumnType<Step[] | null, null | undefined, Step[] | null>" },
  },
  support: {
    imports: { Evidence: "../rules/evidence.ts", Priority: "../rules/deadlines.ts" },
    columns: {
      "support.ticket.priority": "Priority",
      "support.ticket.evidence": "ColumnType<Evidence | null, string | null | undefined, string | null>",
      "support.check_result.report": "ColumnType<unknown, string, string>",
    },
  },
};
