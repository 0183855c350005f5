import type { Notification } from "#contract/notifications.ts";
import { m } from "#web/paraglide/messages.js";
import type { IconName } from "#web/ui/Icon.tsx";

/** A notification in words, where it leads, and its drawing where it is about no model. */
export function describe({ kind, model, receipt_id }: Notification): {
  text: string;
  to: string;
  icon: IconName;
} {
  const name = model?.name ?? "";
  const room = `/stream/${model?.login ?? ""}`;
  switch (kind) {
    case "live":
      return { text: m.profile_went_live({ name }), to: room, icon: "video" };
    case "public_again":
      return { text: m.public_again_toast({ name }), to: room, icon: "video" };
    case "show_ended":
      return {
        text: m.notifications_show_ended({ name }),
        to: `/receipts/${String(receipt_id)}`,
        icon: "receipt",
      };
    case "subscribed":
      return { text: m.notifications_subscribed({ name }), to: "/subscription-models", icon: "crown" };
    case "renews_soon":
      return { text: m.notifications_renews_soon({ name }), to: "/subscription-models", icon: "refresh" };
    case "price_question":
      return { text: m.notifications_price_question({ name }), to: "/subscription-models", icon: "crown" };
    case "tokens_returned":
      return { text: m.notifications_tokens_returned(), to: "/settings/statement", icon: "refresh" };
    case "tokens_back":
      return { text: m.notifications_tokens_back(), to: "/settings/statement", icon: "check" };
    case "reward":
      return { text: m.notifications_reward(), to: "/settings/statement", icon: "gift" };
    case "reward_cancelled":
      return { text: m.notifications_reward_cancelled(), to: "/settings/statement", icon: "refresh" };
  }
}
