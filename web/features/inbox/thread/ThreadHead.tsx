import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Chat, ReplyTime } from "#contract/messaging.ts";
import { putNotificationSettings } from "#web/entities/account/notification-settings.ts";
import type { Reportable } from "#web/entities/report/report-labels.ts";
import { SubscribeButton } from "#web/entities/subscription/SubscribeButton.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { ago } from "#web/lib/i18n/format.ts";
import { openedComponent, useHydrated } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { MenuButton, menuItemClass } from "#web/ui/buttons/MenuButton.tsx";
import { dialogPlace } from "#web/ui/overlays/opening.tsx";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { Icon, type IconName } from "#web/ui/pictures/Icon.tsx";
import { type Partner, useInbox } from "../inbox.ts";
import { messageSummary } from "../message-summary.ts";
import type { ThreadItem } from "./thread-item.ts";
import type { ThreadSession } from "./thread-session.ts";

const DeleteChatDialog = openedComponent(
  () => import("./DeleteChatDialog.tsx").then((file) => file.DeleteChatDialog),
  dialogPlace,
);
const BlockDialog = openedComponent(
  () => import("./BlockDialog.tsx").then((file) => file.BlockDialog),
  dialogPlace,
);
const MediaDialog = openedComponent(
  () => import("../media/MediaDialog.tsx").then((file) => file.MediaDialog),
  dialogPlace,
);

const SearchDialog = openedComponent(
  () => import("./SearchDialog.tsx").then((file) => file.SearchDialog),
  dialogPlace,
);

const ReportDialog = openedComponent(
  () => import("#web/entities/report/ReportDialog.tsx").then((file) => file.ReportDialog),
  dialogPlace,
);

/** `items`: the messages on the screen, of which the other's can be reported. */
type ThreadHeadProps = {
  thread: ThreadSession;
  chat: Chat;
  partner: Partner;
  items: readonly ThreadItem[];
  /** How soon the other usually replies; null where that is not known. */
  replyTime: ReplyTime | null;
  /** Nothing can be sent here now: nothing is offered either. */
  closed: boolean;
};

/** The person at the other end, their presence, and the menu of the chat. */
export function ThreadHead({ thread, chat, partner, items, replyTime, closed }: ThreadHeadProps) {
  const { side, path } = useInbox();
  const { fanSubscribed, pricing } = chat.model;
  // The button stays once it stands there: a subscription that begins meanwhile is shown by the button itself.
  const mayOffer = side === "fan" && !fanSubscribed;
  const [offersSubscription, setOffersSubscription] = useState(mayOffer);
  if (mayOffer && !offersSubscription) setOffersSubscription(true);
  return (
    <header className="flex flex-wrap items-center gap-3 border-b border-line py-2.5 pr-2 pl-1.5 lg:px-5">
      <Link
        to={path}
        aria-label={m.inbox_back()}
        className="grid size-11 flex-none place-items-center rounded-12 text-text-2 hover:bg-raised lg:hidden"
      >
        <Icon name="left" />
      </Link>
      <Avatar name={partner.name} src={partner.avatar} presence={partner.presence} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-16">
          {side === "fan" ? (
            <Link to={`/${chat.model.login}`} className="hover:underline">
              {partner.name}
            </Link>
          ) : (
            partner.name
          )}
        </h2>
        <Presence partner={partner} />
      </div>
      {side === "fan" && partner.presence === "live" && !closed && (
        <ButtonLink to={`/stream/${chat.model.login}`} size="sm">
          {m.inbox_watch()}
        </ButtonLink>
      )}
      {/* Under the name, and over what takes a row of its own on phones. */}
      {replyTime && (
        <p className="order-last -mt-3.5 w-full pl-28 text-12 text-text-3 lg:pl-14">
          {replyTimes[replyTime]()}
        </p>
      )}
      {offersSubscription && !closed && (
        <SubscribeButton
          model={{ id: chat.model_id, name: partner.name }}
          known={{ fanSubscribed: false, subscription: null, pricing }}
          size="sm"
          className="min-h-11 max-sm:order-last max-sm:w-full"
        />
      )}
      <Actions thread={thread} chat={chat} partner={partner} items={items} />
    </header>
  );
}

function Presence({ partner: { presence, lastConnection } }: { partner: Partner }) {
  const hydrated = useHydrated();
  const classes = "truncate text-12 text-text-2";
  if (presence === "live") return <p className={classes}>{m.inbox_live()}</p>;
  if (presence === "online") return <p className={classes}>{m.inbox_online()}</p>;
  if (lastConnection === null || !hydrated) return <p className={classes}>{m.inbox_offline()}</p>;
  return <p className={classes}>{m.inbox_last_seen({ ago: ago(lastConnection, new Date()) })}</p>;
}

const replyTimes: Record<ReplyTime, () => string> = {
  minutes: () => m.inbox_replies_minutes(),
  hour: () => m.inbox_replies_hour(),
  hours: () => m.inbox_replies_hours(),
  day: () => m.inbox_replies_day(),
  days: () => m.inbox_replies_days(),
};

function Actions({ thread, chat, partner, items }: Omit<ThreadHeadProps, "replyTime" | "closed">) {
  const { name } = partner;
  const { side } = useInbox();
  const [open, setOpen] = useState<"search" | "media" | "delete" | "block" | "report" | null>(null);
  const close = () => setOpen(null);
  const mute = useMute(name);
  return (
    <>
      <MenuButton label={m.inbox_more()} trigger={<Icon name="more" />} className="px-3">
        <Entry icon="search" onClick={() => setOpen("search")}>
          {m.inbox_search_in_chat()}
        </Entry>
        {side === "fan" && (
          <>
            <Entry icon="image" onClick={() => setOpen("media")}>
              {m.inbox_media()}
            </Entry>
            <Entry icon="mute" onClick={() => void mute.run(chat.model_id)}>
              {m.notify_mute()}
            </Entry>
            <Entry icon="ban" onClick={() => setOpen("block")}>
              {m.block_model()}
            </Entry>
            <Entry icon="x" onClick={() => setOpen("delete")}>
              {m.inbox_delete_chat()}
            </Entry>
          </>
        )}
        <Entry icon="flag" onClick={() => setOpen("report")}>
          {m.report()}
        </Entry>
      </MenuButton>
      {open === "search" && (
        <SearchDialog thread={thread} chatId={chat.id} partner={partner} onClose={close} />
      )}
      {open === "media" && <MediaDialog chatId={chat.id} name={name} onClose={close} />}
      {open === "delete" && <DeleteChatDialog chatId={chat.id} name={name} onClose={close} />}
      {open === "block" && <BlockDialog modelId={chat.model_id} name={name} onClose={close} />}
      {open === "report" && <ReportDialog targets={reportables(chat, items)} onClose={close} />}
    </>
  );
}

/** Sends the fan no pushes and mails about a model any more. */
function useMute(name: string) {
  const client = useQueryClient();
  return useCommand({
    call: (model_id: number) =>
      browserApi.call("POST /api/fan/mute-model", { body: { model_id, muted: true } }),
    onDone({ body }) {
      putNotificationSettings(client, body);
      toast({ kind: "success", text: m.notify_muted_done({ name }) });
    },
    onRefused: toastRefusal,
  });
}

const messagesOffered = 30;

/** The chat, and the other side's messages in it, newest first. */
function reportables({ id }: Chat, items: readonly ThreadItem[]): Reportable[] {
  const theirs = items.filter(({ mine, state }) => !mine && state === "delivered");
  return [
    { about: "chat", id, text: m.report_this_chat() },
    ...theirs
      .slice(-messagesOffered)
      .reverse()
      .map(({ message }) => ({ about: "message", id: message.id, text: messageSummary(message) }) as const),
  ];
}

function Entry({ icon, onClick, children }: { icon: IconName; onClick(): void; children: ReactNode }) {
  return (
    <li>
      <button type="button" className={menuItemClass} onClick={onClick}>
        <Icon name={icon} size={18} className="text-text-2" />
        {children}
      </button>
    </li>
  );
}
