import { notificationPath } from "#contract/notification-paths.ts";
import type { Notification } from "#contract/notifications.ts";
import { m } from "#web/paraglide/messages.js";
import type { IconName } from "#web/ui/pictures/Icon.tsx";

/** A notification in words, where it leads, and its drawing where it is about no model, or about one who has left. */
export function describe({ kind, model, receipt_id, chat_id }: Notification): {
  text: string;
  to: string;
  icon: IconName;
} {
  const to = notificationPath({ kind, login: model?.login ?? null, targetId: receipt_id ?? chat_id });
  if (model) return { ...wordsOf(kind, model.name), to };
  const { text, icon } = wordsOf(kind, m.receipt_gone());
  // A phrase in place of a name may begin a sentence.
  return { text: text.charAt(0).toUpperCase() + text.slice(1), icon, to };
}

function wordsOf(kind: Notification["kind"], name: string): { text: string; icon: IconName } {
  switch (kind) {
    case "live":
      return { text: m.profile_went_live({ name }), icon: "video" };
    case "public_again":
      return { text: m.public_again_toast({ name }), icon: "video" };
    case "search_live":
      return { text: m.notifications_search_live({ name }), icon: "video" };
    case "search_new":
      return { text: m.notifications_search_new({ name }), icon: "search" };
    case "show_ended":
      return { text: m.notifications_show_ended({ name }), icon: "receipt" };
    case "subscribed":
      return { text: m.notifications_subscribed({ name }), icon: "crown" };
    case "renews_soon":
      return { text: m.notifications_renews_soon({ name }), icon: "refresh" };
    case "price_question":
      return { text: m.notifications_price_question({ name }), icon: "crown" };
    case "tokens_returned":
      return { text: m.notifications_tokens_returned(), icon: "refresh" };
    case "tokens_back":
      return { text: m.notifications_tokens_back(), icon: "check" };
    case "content_refunded":
      return { text: m.notifications_content_refunded({ name }), icon: "refresh" };
    case "staff_decision":
      return { text: m.notifications_staff_decision(), icon: "shield" };
    case "message":
      return { text: m.notifications_message({ name }), icon: "chat" };
    case "schedule":
      return { text: m.notifications_schedule({ name }), icon: "clock" };
    case "reward":
      return { text: m.notifications_reward(), icon: "gift" };
    case "reward_cancelled":
      return { text: m.notifications_reward_cancelled(), icon: "refresh" };
  }
}
