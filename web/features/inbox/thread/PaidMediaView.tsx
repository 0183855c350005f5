import type { ChatMedia, ChatMessage } from "#contract/chat-message.ts";
import { lengthText, sizeText, spokenLength } from "#web/entities/content/content-item.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { frameOf } from "../media/frame.ts";
import { MediaView } from "../media/MediaView.tsx";
import type { ThreadSession } from "./thread-session.ts";
import { UnlockButton } from "./UnlockButton.tsx";

type PaidMediaViewProps = {
  thread: ThreadSession;
  message: ChatMessage;
  media: ChatMedia;
  mine: boolean;
  /** The chat is closed: nothing is sold in it. */
  closed: boolean;
  name: string;
};

/** Media for sale: details and a price before it is bought, the picture or video itself from then on. */
export function PaidMediaView({ thread, message, media, mine, closed, name }: PaidMediaViewProps) {
  const locked = !mine && message.purchase_status !== "paid";
  return (
    <article className="grid w-[300px] max-w-full overflow-hidden rounded-16 bg-overlay">
      {locked ? (
        <Locked media={media} price={message.price ?? 0} />
      ) : (
        <div className="paid-clear *:w-full! *:rounded-none!">
          <MediaView media={media} mine={mine} name={name} renew={() => thread.renew(message.id)} />
        </div>
      )}
      <div className="grid gap-2.5 p-3.5">
        {message.description && !message.body.startsWith(message.description) && (
          <p className="wrap-anywhere">{message.description}</p>
        )}
        {locked ? (
          !closed && (
            <UnlockButton
              thread={thread}
              mediaId={media.id}
              price={message.price ?? 0}
              ready={!media.is_processing}
            />
          )
        ) : (
          <Standing message={message} mine={mine} />
        )}
      </div>
    </article>
  );
}

function Locked({ media, price }: { media: ChatMedia; price: number }) {
  const isPicture = media.type === "picture";
  const words = { count: price, amount: tokens(price) };
  const { type, width, height } = media;
  const seconds = media.duration === null ? null : Math.round(media.duration);
  const size = width === null || height === null ? null : sizeText({ type, width, height });
  const whole = [
    isPicture ? m.inbox_locked_picture(words) : m.inbox_locked_video(words),
    ...(seconds === null ? [] : [spokenLength(seconds)]),
    ...(size === null ? [] : [size]),
  ];
  return (
    <div className="relative w-full! bg-raised" style={frameOf({ width: 30, height: 17 })}>
      {media.thumb && <img src={media.thumb} alt="" className="size-full object-cover" />}
      <span className="absolute inset-0 grid place-items-center">
        <span className="grid size-13 place-items-center rounded-full bg-plate text-white">
          <Icon name="lock" />
        </span>
      </span>
      <span className="sr-only">{whole.join(", ")}</span>
      <span className="absolute bottom-2.5 left-2.5 flex flex-wrap gap-1.5">
        <Pill tone="video">{isPicture ? m.inbox_fact_picture() : m.inbox_fact_video()}</Pill>
        {seconds !== null && <Pill tone="video">{lengthText(seconds)}</Pill>}
        {size !== null && <Pill tone="video">{size}</Pill>}
      </span>
    </div>
  );
}

function Standing({ message, mine }: { message: ChatMessage; mine: boolean }) {
  const bought = message.purchase_status === "paid";
  const price = message.price ?? 0;
  const words = { count: price, amount: tokens(price) };
  return (
    <p className={`flex items-center gap-1.5 text-12 ${bought ? "text-ok" : "text-text-2"}`}>
      {bought && <Icon name="check" size={15} />}
      {mine ? (bought ? m.inbox_sold(words) : m.inbox_for_sale(words)) : m.inbox_bought()}
    </p>
  );
}
