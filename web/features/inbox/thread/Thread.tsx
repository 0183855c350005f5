import { type ComponentType, useState } from "react";
import type { Chat } from "#contract/messaging.ts";
import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import type { ThreadPage } from "../inbox-calls.ts";
import { partnerOf, useInbox } from "../inbox.ts";
import { useReadings } from "../use-inbox-events.ts";
import { Composer } from "./Composer.tsx";
import { Messages } from "./Messages.tsx";
import type { Gift, SpendingProps } from "./SpendButton.tsx";
import { ThreadHead } from "./ThreadHead.tsx";
import { useThread } from "./use-thread.ts";

type ThreadProps = { page: ThreadPage; spending?: ComponentType<SpendingProps> | undefined };

const givenTo = ({ model_id, model: { artisticName, avatar } }: Chat) => ({
  ...{ id: model_id, artisticName },
  avatar: avatar ?? "",
});

/** One open chat: who is at the other end, what was said, and a field to write. Key it by chat. */
export function Thread({ page, spending: Spending }: ThreadProps) {
  const [open, setOpen] = useState<Gift | null>(null);
  const { side } = useInbox();
  const thread = useThread(page);
  const state = useStore(thread);
  const { chat } = page;
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
      />
      <Messages thread={thread} state={state} chat={chat} partner={partner} />
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
    </section>
  );
}
