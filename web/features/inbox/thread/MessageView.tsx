import { useState } from "react";
import type { ChatMedia, ChatTip } from "#contract/chat-message.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { dialogPlace } from "#web/ui/overlays/opening.tsx";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import type { Partner } from "../inbox.ts";
import { MediaView } from "../media/MediaView.tsx";
import { giftName } from "../message-summary.ts";
import { composerId } from "./Composer.tsx";
import { MessageMeta } from "./MessageMeta.tsx";
import { MessageText } from "./MessageText.tsx";
import { PaidMediaView } from "./PaidMediaView.tsx";
import { Quote } from "./Quote.tsx";
import { showMessage } from "./show-message.ts";
import type { ThreadItem } from "./thread-item.ts";
import type { ThreadSession } from "./thread-session.ts";
import { UploadView } from "./UploadView.tsx";

const DeleteMessageDialog = openedComponent(
  () => import("./DeleteMessageDialog.tsx").then((file) => file.DeleteMessageDialog),
  dialogPlace,
);

export type MessageViewProps = {
  thread: ThreadSession;
  item: ThreadItem;
  /** The first of some in a row by one of the two: it says whose they are. */
  isFirst: boolean;
  /** The last of some that belong together: it says when. */
  isLast: boolean;
  partner: Partner;
  /** The chat is closed: what it holds is neither answered nor sold. */
  closed: boolean;
};

/** One message: own ones at the right, the other side's at the left. */
export function MessageView(props: MessageViewProps) {
  const { thread, item, isFirst, isLast, partner, closed } = props;
  const { mine, state, message } = item;
  return (
    <div
      data-testid="message"
      {...(state === "delivered" ? { id: `message-${item.message.id}` } : {})}
      tabIndex={-1}
      data-state={state}
      className={cx(
        "message group grid grid-cols-[minmax(0,1fr)] gap-1",
        mine ? "justify-items-end" : "justify-items-start",
        isLast && "pb-2",
      )}
    >
      <div
        className={cx(
          "flex max-w-full items-center gap-1",
          mine && "flex-row-reverse",
          state === "sending" && "opacity-70",
        )}
      >
        {isFirst && !message.tip && (
          <span className="sr-only">{mine ? m.inbox_you_said() : partner.name}: </span>
        )}
        <MessageBody {...props} />
        {state === "delivered" && !closed && <AnswerButton thread={thread} item={item} />}
        {mine && state === "delivered" && !message.tip && <DeleteButton thread={thread} item={item} />}
      </div>
      {(isLast || state === "failed" || item.message.mass_message_id !== null) && (
        <MessageMeta thread={thread} item={item} />
      )}
    </div>
  );
}

/** The content of a message, below what it answers. */
function MessageBody(props: MessageViewProps) {
  const { thread, item, partner } = props;
  const quoted = item.message.reply_to;
  if (!quoted) return <Content {...props} />;
  return (
    <div className={cx("grid grid-cols-[minmax(0,1fr)] gap-1", item.mine && "justify-items-end")}>
      <button
        type="button"
        title={m.inbox_go_to_quoted()}
        onClick={() => void showMessage(thread, quoted.id)}
        className="max-w-[min(420px,82vw)] min-w-0 rounded-8 px-1 py-1.5 hover:bg-raised"
      >
        <Quote quoted={quoted} name={partner.name} />
      </button>
      <Content {...props} />
    </div>
  );
}

/** The content of a message; words beside a picture, a video or a tip stand below it. */
function Content(props: MessageViewProps) {
  const { message, mine, upload } = props.item;
  const given = message.tip && <TipView tip={message.tip} mine={mine} name={props.partner.name} />;
  const file = upload ? (
    <UploadView thread={props.thread} item={props.item} upload={upload} />
  ) : (
    message.media && <FileOf {...props} media={message.media} />
  );
  const above = given ?? file;
  if (above === null) return <MessageText message={message} mine={mine} />;
  if (message.body === "") return above;
  return (
    <div className={cx("grid grid-cols-[minmax(0,1fr)] gap-1", mine && "justify-items-end")}>
      {above}
      <MessageText message={message} mine={mine} />
    </div>
  );
}

function FileOf({ thread, item, partner, closed, media }: MessageViewProps & { media: ChatMedia }) {
  const { message, mine } = item;
  if (message.type === "paid_media")
    return <PaidMediaView {...{ thread, message, media, mine, closed }} name={partner.name} />;
  return <MediaView media={media} mine={mine} name={partner.name} renew={() => thread.renew(message.id)} />;
}

function AnswerButton({ thread, item }: { thread: ThreadSession; item: ThreadItem }) {
  const answer = () => {
    thread.answer(item.message);
    document.getElementById(composerId)?.focus();
  };
  return (
    <IconButton
      icon="reply"
      iconSize={15}
      label={m.inbox_reply()}
      onClick={answer}
      className="message-action size-9!"
    />
  );
}

function DeleteButton({ thread, item }: { thread: ThreadSession; item: ThreadItem }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton
        icon="x"
        iconSize={15}
        label={m.inbox_delete_message()}
        onClick={() => setAsking(true)}
        className="message-action size-9!"
      />
      {asking && (
        <DeleteMessageDialog thread={thread} messageId={item.message.id} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

type TipViewProps = { tip: ChatTip; mine: boolean /** The person at the other end. */; name: string };

/** A tip or gift that was given in the chat: by whom, what, and for how many tokens. */
function TipView({ tip, mine, name }: TipViewProps) {
  const { gift } = tip;
  const amount = { count: tip.tokens, amount: tokens(tip.tokens) };
  const given = gift && { gift: giftName(gift), ...amount };
  return (
    <p
      data-testid="tip"
      className="flex max-w-[min(420px,82vw)] items-center gap-2.5 rounded-16 bg-gold-soft px-3.5 py-2.5 font-semibold wrap-anywhere text-gold shadow-[inset_0_0_0_1px_var(--gold)]"
    >
      {gift ? (
        <img src={gift.image} alt="" width={36} height={36} className="size-9 flex-none" />
      ) : (
        <Coin size={22} className="flex-none" />
      )}
      <span>
        {given
          ? mine
            ? m.inbox_gift_you(given)
            : m.inbox_gift_by({ name, ...given })
          : mine
            ? m.inbox_tip_you(amount)
            : m.inbox_tip_by({ name, ...amount })}
      </span>
    </p>
  );
}
