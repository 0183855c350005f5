import type { NotificationKind } from "./notifications.ts";

/** The subject of a notification: the user name of a model, and the id of a receipt or a chat where it has one. */
type About = { kind: NotificationKind; login: string | null; targetId: number | null };

/** The page that a notification leads to; home where it is about a model who has left. Plain, for pages and for what the server sends to browsers. */
export function notificationPath({ kind, login, targetId }: About): string {
  switch (kind) {
    case "live":
    case "search_live":
    case "public_again":
      return login === null ? "/" : `/stream/${login}`;
    case "search_new":
    case "schedule":
      return `/${login ?? ""}`;
    case "show_ended":
      return `/receipts/${String(targetId)}`;
    case "message":
      return `/chat/${String(targetId)}`;
    case "subscribed":
    case "renews_soon":
    case "price_question":
      return "/subscription-models";
    case "staff_decision":
      return "/settings#decisions";
    case "content_refunded":
    case "tokens_returned":
    case "tokens_back":
    case "reward":
    case "reward_cancelled":
      return "/settings/statement";
  }
}
