import type { ChatMessage, ChatTip } from "#contract/chat-message.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";

type Summarised = Pick<ChatMessage, "type" | "body"> & {
  media: { type: "picture" | "video" } | null;
  tip: ChatTip | null;
};

/** A message in one line: its words, what was given, or what kind of file it is. */
export function messageSummary({ type, body, media, tip }: Summarised): string {
  if (tip) return [tipSummary(tip), body].filter((part) => part !== "").join(" · ");
  if (type === "text" || media === null) return body;
  if (type === "media") return media.type === "picture" ? m.inbox_picture() : m.inbox_video();
  return media.type === "picture" ? m.inbox_paid_picture() : m.inbox_paid_video();
}

/** A tip or gift without who gave it. */
export function tipSummary({ tokens: count, gift }: Pick<ChatTip, "tokens" | "gift">): string {
  const amount = { count, amount: tokens(count) };
  return gift ? m.inbox_gift({ gift: giftName(gift), ...amount }) : m.inbox_tip(amount);
}

/** The gift in the page's language, with how many there are of it: "2 × Rose". */
export function giftName({ name_en, name_es, quantity }: NonNullable<ChatTip["gift"]>): string {
  const name = inLanguage({ en: name_en, es: name_es });
  return quantity === 1 ? name : `${quantity} × ${name}`;
}
