import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";
import type { Chat } from "#contract/messaging.ts";
import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import type { ThreadPage } from "../inbox-calls.ts";
import { readThreadAgain } from "../inbox-query.ts";
import { partnerOf, useInbox } from "../inbox.ts";
import { useReadings } from "../use-inbox-events.ts";
import { Composer } from "./Composer.tsx";
import { Messages } from "./Messages.tsx";
import type { Gift, SpendingProps } from "./SpendButton.tsx";
import type { ThreadSession } from "./thread-session.ts";
import { ThreadHead } from "./ThreadHead.tsx";
import { useThread } from "./use-thread.ts";

type ThreadProps = { page: ThreadPage; spending?: ComponentType<SpendingProps> | undefined };

const givenTo = ({ model_id, model: { artisticName, avatar } }: Chat) => ({
  ...{ id: model_id, artisticName },
  avatar: avatar ?? "",
});

/** One open chat: who is at the other end, the messages, and a field to write, or why there is none. Key it by chat. */
export function Thread({ page, spending: Spending }: ThreadProps) {
  const [open, setOpen] = useState<Gift | null>(null);
  const { side } = useInbox();
  const thread = useThread(page);
  const state = useStore(thread);
  const { chat, closed } = page;
  useClosing(thread);
  useReadings([page.live_from]);
  const partner = partnerOf(chat, side);
  return (
    <section
      aria-label={m.inbox_thread({ name: partner.name })}
      className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]"
    >
      <ThreadHead
        thread={thread}
        chat={chat}
        partner={partner}
        items={state.items}
        replyTime={page.reply_time}
        closed={closed !== null}
      />
      <Messages thread={thread} state={state} chat={chat} partner={partner} closed={closed !== null} />
      {closed ? (
        <ClosedNote text={closed.message} />
      ) : (
        <div>
          {Spending && (
            <Spending model={givenTo(chat)} chatId={chat.id} open={open} onClose={() => setOpen(null)} />
          )}
          <Composer
            thread={thread}
            state={state}
            chatId={chat.id}
            partner={partner}
            onSpend={Spending ? setOpen : null}
          />
        </div>
      )}
    </section>
  );
}

/** In place of the field to write, for both sides: nothing can be sent here now. */
function ClosedNote({ text }: { text: string }) {
  return (
    <p
      role="status"
      className="flex items-center gap-2.5 border-t border-line px-4 pt-3.5 pb-[calc(14px+env(safe-area-inset-bottom))] text-14 text-text-2 lg:px-5"
    >
      <Icon name="ban" size={18} className="flex-none" />
      {text}
    </p>
  );
}

/** Reads the chat again after a refusal, which may have come because the chat has been closed meanwhile. */
function useClosing(thread: ThreadSession): void {
  const { me } = useInbox();
  const client = useQueryClient();
  const isRefused = useStore(thread).notice?.kind === "refused";
  useEffect(() => {
    if (isRefused) readThreadAgain(client, me);
  }, [isRefused, client, me]);
}
