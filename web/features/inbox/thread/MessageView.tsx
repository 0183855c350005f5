import { Suspense, useState } from "react";
import { lazyComponent } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import type { Partner } from "../inbox.ts";
import { MediaView } from "../media/MediaView.tsx";
import { PaidMediaView } from "../media/PaidMediaView.tsx";
import { UploadView } from "../media/UploadView.tsx";
import { MessageMeta } from "./MessageMeta.tsx";
import type { ThreadItem } from "./thread-item.ts";
import type { ThreadSession } from "./thread-session.ts";

const DeleteMessageDialog = lazyComponent(() =>
  import("./DeleteMessageDialog.tsx").then((file) => file.DeleteMessageDialog),
);

export type MessageViewProps = {
  thread: ThreadSession;
  item: ThreadItem;
  /** The last of some that belong together: it says when. */
  isLast: boolean;
  partner: Partner;
};

/** One message: own ones at the right, the other side's at the left. */
export function MessageView(props: MessageViewProps) {
  const { thread, item, isLast, partner } = props;
  const { mine, state } = item;
  return (
    <div
      data-testid="message"
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
        <span className="sr-only">{mine ? m.inbox_you_said() : partner.name}: </span>
        <Content {...props} />
        {mine && state === "delivered" && <DeleteButton thread={thread} item={item} />}
      </div>
      {(isLast || state === "failed") && <MessageMeta thread={thread} item={item} />}
    </div>
  );
}

function Content({ thread, item, partner }: MessageViewProps) {
  const { message, mine, upload } = item;
  if (upload) return <UploadView thread={thread} item={item} upload={upload} />;
  if (message.type === "paid_media" && message.media)
    return (
      <PaidMediaView
        thread={thread}
        message={message}
        media={message.media}
        mine={mine}
        name={partner.name}
      />
    );
  if (message.media) return <MediaView media={message.media} mine={mine} name={partner.name} />;
  return (
    <p
      className={cx(
        "max-w-[min(420px,82vw)] rounded-16 px-3.5 py-2 whitespace-pre-wrap wrap-anywhere",
        mine ? "message-mine rounded-br-[6px]" : "rounded-bl-[6px] bg-overlay",
      )}
    >
      {message.body}
    </p>
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
      <Suspense>
        {asking && (
          <DeleteMessageDialog thread={thread} messageId={item.message.id} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </>
  );
}
