import { Link } from "react-router";
import type { Chat } from "#contract/messaging.ts";
import { m } from "#web/paraglide/messages.js";
import { CountBadge } from "#web/ui/Badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { shortWhen, useDateFormat } from "../date-format.ts";
import { partnerOf, useInbox } from "../inbox.ts";
import { messageSummary } from "../message-summary.ts";
import { useIsTyping } from "../typing.ts";

/** One chat of the list: who, the last message and when, and how much of it is unread. */
export function ChatRow({ chat, current }: { chat: Chat; current: boolean }) {
  const { side, path } = useInbox();
  const format = useDateFormat();
  const { name, avatar, presence } = partnerOf(chat, side);
  const { latest_message: latest, unread_amount: unread } = chat;
  return (
    <li>
      <Link
        to={`${path}/${chat.id}`}
        aria-current={current ? "page" : undefined}
        className={cx(
          "grid grid-cols-[auto_1fr_auto] items-center gap-x-3 rounded-12 px-2.5 py-2.5 hover:bg-raised light:hover:bg-overlay",
          current && "bg-overlay [--ground:var(--overlay)]",
        )}
      >
        <Avatar name={name} src={avatar} size={48} presence={presence} className="row-span-2" />
        <span className="truncate font-semibold">
          {name}
          {presence && (
            <span className="sr-only">, {presence === "live" ? m.inbox_live() : m.inbox_online()}</span>
          )}
        </span>
        <time
          dateTime={latest?.created_at}
          className={cx("self-start pt-0.5 text-right text-12 text-text-3", format.className)}
        >
          {latest && shortWhen(latest.created_at, format)}
        </time>
        <Words chat={chat} />
        <CountBadge
          hot
          value={unread}
          label={m.inbox_unread({ count: unread })}
          className="justify-self-end"
        />
      </Link>
    </li>
  );
}

function Words({ chat }: { chat: Chat }) {
  const { me } = useInbox();
  const { latest_message: latest, unread_amount: unread } = chat;
  const classes = unread > 0 ? "truncate" : "col-span-2 truncate";
  if (useIsTyping(chat.id)) return <span className={cx(classes, "text-accent")}>{m.inbox_typing()}</span>;
  if (latest === null) return <span className={cx(classes, "text-text-3")}>{m.inbox_nothing_yet()}</span>;
  const words = messageSummary(latest);
  return (
    <span className={cx(classes, unread > 0 ? "font-[550] text-text" : "text-text-2")}>
      {latest.author_id === me ? m.inbox_you({ text: words }) : words}
    </span>
  );
}
