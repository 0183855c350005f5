import { Fragment, useRef } from "react";
import type { Chat } from "#contract/messaging.ts";
import { textSizeClass, useChatReading } from "#web/entities/message/chat-reading.ts";
import { SlowReader, type SpokenLine } from "#web/entities/message/SlowReader.tsx";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import { dayName, dayOf, useDateFormat } from "../date-format.ts";
import type { Partner } from "../inbox.ts";
import { messageSummary } from "../message-summary.ts";
import { useIsTyping } from "../typing.ts";
import { composerId } from "./Composer.tsx";
import { MessageView } from "./MessageView.tsx";
import type { ThreadSession, ThreadState } from "./thread-session.ts";
import { useMessageFocus } from "./use-message-focus.ts";
import { useScrolling } from "./use-scrolling.ts";
import { useSpokenLog } from "./use-spoken-log.ts";

type MessagesProps = {
  thread: ThreadSession;
  state: ThreadState;
  chat: Chat;
  partner: Partner;
  /** Nothing can be sent or bought in it now. */
  closed: boolean;
};

/** A region that scrolls must be reachable by keyboard. */
const reachable = { tabIndex: 0 } as const;

/** The messages, day by day. It follows the newest unless the reader has scrolled up; older pages come on the way up. */
export function Messages({ thread, state, chat, partner, closed }: MessagesProps) {
  const { name } = partner;
  const box = useRef<HTMLDivElement>(null);
  const typing = useIsTyping(chat.id);
  const { speed, size } = useChatReading();
  const { hydrated, onScroll } = useScrolling(box, thread, state, typing);
  const keptFocus = useMessageFocus(box, state.items);
  const live = useSpokenLog(state.loading === "init" ? undefined : (state.items[0]?.key ?? "none"), speed);
  return (
    <div className="relative min-h-0">
      {!closed && <SkipMessages />}
      <div
        ref={box}
        {...keptFocus}
        onScroll={onScroll}
        role="log"
        aria-live={live}
        aria-label={m.inbox_log({ name })}
        {...reachable}
        className={`${textSizeClass[size]} relative flex h-full overflow-x-hidden overflow-y-auto overscroll-contain px-4 py-3 [overflow-anchor:none] [scrollbar-width:thin] lg:px-5 ${hydrated ? "flex-col" : "flex-col-reverse"}`}
      >
        <div className="thread-lines mt-auto grid grid-cols-[minmax(0,1fr)]">
          <Older thread={thread} state={state} />
          {state.items.length === 0 && state.loading === "idle" && (
            <p className="py-6 text-center text-text-3">{m.inbox_say_hello({ name })}</p>
          )}
          <Days thread={thread} state={state} partner={partner} closed={closed} />
          {typing && <TypingDots name={name} spoken={speed === "each"} />}
        </div>
      </div>
      {speed === "slow" && <SlowReader lines={spokenOf(state, name)} />}
      {state.unseen > 0 && (
        <Button
          tone="solid"
          size="sm"
          onClick={() => thread.setAtBottom(true)}
          className="absolute! bottom-2 left-1/2 -translate-x-1/2 rounded-full! shadow-mid"
          title={m.inbox_new_label()}
        >
          {m.inbox_new({ count: state.unseen })}
          <Icon name="down" size={16} />
        </Button>
      )}
    </div>
  );
}

/** Past the actions of every message, for who goes by keyboard. */
function SkipMessages() {
  return (
    <button
      type="button"
      onClick={() => document.getElementById(composerId)?.focus()}
      className="sr-only focus:not-sr-only focus:absolute! focus:top-2 focus:left-2 focus:z-10 focus:rounded-8 focus:bg-overlay focus:px-4! focus:py-2!"
    >
      {m.inbox_skip()}
    </button>
  );
}

function Days({ thread, state, partner, closed }: Omit<MessagesProps, "chat">) {
  const format = useDateFormat();
  return state.items.map((item, index) => {
    const [before, after] = [state.items[index - 1], state.items[index + 1]];
    const day = dayOf(item.message.created_at, format);
    const isNewDay = !before || dayOf(before.message.created_at, format) !== day;
    const isLast =
      !after ||
      after.mine !== item.mine ||
      dayOf(after.message.created_at, format) !== day ||
      isApart(item, after);
    const isFirst = isNewDay || before.mine !== item.mine;
    return (
      <Fragment key={item.key}>
        {isNewDay && (
          <p
            className={cx(
              "pt-4 pb-2 text-center text-12 text-text-2 first-letter:uppercase",
              format.className,
            )}
          >
            {dayName(item.message.created_at, format)}
          </p>
        )}
        <MessageView {...{ thread, item, isFirst, isLast, partner, closed }} />
      </Fragment>
    );
  });
}

const spokenOf = ({ items }: ThreadState, name: string): SpokenLine[] =>
  items.flatMap(({ key, mine, message }) =>
    mine ? [] : { key, text: `${name}: ${messageSummary(message)}` },
  );

type Timed = { message: { created_at: string; was_read: boolean }; state: string };

/** Messages that are minutes apart, or of another state, each say their own time. */
function isApart(one: Timed, other: Timed): boolean {
  const apartMs = Date.parse(other.message.created_at) - Date.parse(one.message.created_at);
  return apartMs > 5 * 60_000 || one.state !== other.state || one.message.was_read !== other.message.was_read;
}

function Older({ thread, state }: { thread: ThreadSession; state: ThreadState }) {
  if (state.older === null) return null;
  return (
    <div className="grid min-h-11 place-items-center gap-1 pb-2">
      {state.failed && <p className="text-12 text-error">{m.inbox_older_failed()}</p>}
      {state.loading === "more" ? (
        <span role="status">
          <Spinner />
          <span className="sr-only">{m.common_loading()}</span>
        </span>
      ) : (
        <Button tone="quiet" size="sm" onClick={() => void thread.loadOlder()}>
          {state.failed ? m.common_retry() : m.inbox_older()}
        </Button>
      )}
    </div>
  );
}

/** `spoken`: a screen reader says it as it begins. */
function TypingDots({ name, spoken }: { name: string; spoken: boolean }) {
  return (
    <p
      role={spoken ? "status" : undefined}
      className="typing-dots mt-2 w-fit rounded-16 rounded-bl-[6px] bg-overlay px-4 py-3.5"
    >
      <span className="sr-only">{m.inbox_typing_who({ name })}</span>
      <i />
      <i />
      <i />
    </p>
  );
}
