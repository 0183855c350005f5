import { createHmac } from "node:crypto";
import type { Language } from "#contract/common.ts";
import { notificationPath } from "#contract/notification-paths.ts";
import type { NotificationKind } from "#contract/notifications.ts";
import enItems from "#locales/notifications.en.json" with { type: "json" };
import esItems from "#locales/notifications.es.json" with { type: "json" };
import enShows from "#locales/paid-show.en.json" with { type: "json" };
import esShows from "#locales/paid-show.es.json" with { type: "json" };
import enModels from "#locales/profile.en.json" with { type: "json" };
import esModels from "#locales/profile.es.json" with { type: "json" };
import type { PushMessage, PushTerms } from "#server/push/push.ts";

type Texts = Pick<typeof enItems, `notifications_${string}` & keyof typeof enItems> &
  Pick<typeof enShows, "public_again_toast" | "receipt_gone"> &
  Pick<typeof enModels, "profile_went_live">;

/** The sentences are those of the page. */
const texts: Record<Language, Texts> = {
  en: { ...enItems, ...enShows, ...enModels },
  es: { ...esItems, ...esShows, ...esModels },
};

const sentences = {
  live: "profile_went_live",
  public_again: "public_again_toast",
  show_ended: "notifications_show_ended",
  subscribed: "notifications_subscribed",
  renews_soon: "notifications_renews_soon",
  price_question: "notifications_price_question",
  tokens_returned: "notifications_tokens_returned",
  tokens_back: "notifications_tokens_back",
  reward: "notifications_reward",
  reward_cancelled: "notifications_reward_cancelled",
  search_live: "notifications_search_live",
  search_new: "notifications_search_new",
  content_refunded: "notifications_content_refunded",
  staff_decision: "notifications_staff_decision",
  message: "notifications_message",
  schedule: "notifications_schedule",
} as const satisfies Record<NotificationKind, keyof Texts>;

type Worth = Pick<PushTerms, "ttlSeconds" | "urgency">;

const [halfHour, hour, day] = [1_800, 3_600, 86_400];
const now: Worth = { ttlSeconds: hour, urgency: "high" };
const soon: Worth = { ttlSeconds: day, urgency: "normal" };
const anyTime: Worth = { ttlSeconds: 3 * day, urgency: "low" };

/** A model who is live now may be gone in an hour; news about money is worth reading for days. */
export const worth: Record<NotificationKind, Worth> = {
  live: now,
  public_again: now,
  show_ended: soon,
  subscribed: anyTime,
  renews_soon: soon,
  price_question: soon,
  tokens_returned: anyTime,
  tokens_back: anyTime,
  reward: anyTime,
  reward_cancelled: anyTime,
  search_live: now,
  search_new: anyTime,
  content_refunded: anyTime,
  staff_decision: anyTime,
  message: soon,
  schedule: { ttlSeconds: halfHour, urgency: "normal" },
};

/** Nothing is of use to a device for longer. */
export const usefulMsMax = 1_000 * Math.max(...Object.values(worth).map(({ ttlSeconds }) => ttlSeconds));

type PushedItem = {
  id: number;
  fanId: number;
  kind: NotificationKind;
  model: { id: number; login: string; name: string } | null;
  targetId: number | null;
};

/**
 * The text that a browser shows of a notification. Without `details` it names nobody: a passer-by reads only that
 * there is something new.
 */
export function pushMessage(
  item: PushedItem,
  language: Language,
  details: boolean,
  secret: string,
): PushMessage {
  const { kind, model, targetId } = item;
  return {
    title: details ? sentenceOf(kind, model?.name, language) : texts[language].notifications_discreet,
    body: "",
    url: notificationPath({ kind, login: model?.login ?? null, targetId }),
    tag: topicOf(item, secret),
    lang: language,
  };
}

/** The event in a sentence; without a name it is about nobody, or about a model who has left. */
export function sentenceOf(kind: NotificationKind, name: string | undefined, language: Language): string {
  const sentence = texts[language][sentences[kind]];
  return capitalised(
    sentence.replaceAll("{name}", () => name ?? texts[language].receipt_gone),
    name,
  );
}

/** A name stays as it is written; what stands for one may begin a sentence. */
const capitalised = (sentence: string, name: string | undefined) =>
  name === undefined ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : sentence;

/** The text that a browser shows of several notifications that were held back; it names nobody. */
export function heldMessage(
  { fanId, count }: { fanId: number; count: number },
  language: Language,
  secret: string,
): PushMessage {
  return {
    title: texts[language].notifications_held.replaceAll("{count}", String(count)),
    body: "",
    url: "/notifications",
    tag: macOf(`push:${fanId}:held`, secret),
    lang: language,
  };
}

/**
 * The topic under which push services keep only the last notification of a live model, and each one of any other
 * kind; they cannot read its subject from it.
 */
function topicOf({ id, fanId, kind, model }: PushedItem, secret: string): string {
  const about = worth[kind] === now ? `${kind}:${String(model?.id)}` : String(id);
  return macOf(`push:${fanId}:${about}`, secret);
}

const macOf = (text: string, secret: string) =>
  createHmac("sha256", secret).update(text).digest("base64url").slice(0, 32);
