import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { partnerOf, useInbox } from "../inbox.ts";
import type { ThreadPage } from "../inbox-calls.ts";
import { useReadings } from "../use-inbox-events.ts";
import { Composer } from "./Composer.tsx";
import { Messages } from "./Messages.tsx";
import { ThreadHead } from "./ThreadHead.tsx";
import { useThread } from "./use-thread.ts";
import "./thread.css";

/** One open chat: who is at the other end, what was said, and a field to write. Key it by chat. */
export function Thread({ page }: { page: ThreadPage }) {
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
      <ThreadHead chat={chat} partner={partner} items={state.items} />
      <Messages thread={thread} state={state} chat={chat} partner={partner} />
      <Composer thread={thread} state={state} chatId={chat.id} partner={partner} />
    </section>
  );
}
