import { useLayoutEffect, useRef } from "react";
import { textSizeClass, useChatReading } from "#web/entities/message/chat-reading.ts";
import { SlowReader } from "#web/entities/message/SlowReader.tsx";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { passes } from "./chat-filter.ts";
import type { ChatSession } from "./chat-session.ts";
import type { ChatState } from "./chat-state.ts";
import { type ChatLineProps, ChatLineView } from "./ChatLineView.tsx";
import { isFolded, spokenOf } from "./spoken-lines.ts";

/** So close to the end counts as being there. */
const nearPx = 48;

/** A region that scrolls must be reachable by keyboard. */
const reachable = { tabIndex: 0 } as const;

export type ChatLinesProps = Pick<ChatLineProps, "reader" | "worth" | "onMention" | "onModerate"> & {
  chat: ChatSession;
  state: ChatState;
  /** The ids of the fans who keep order here. */
  moderators: readonly number[];
  /** The text until the first line has come. */
  opening: string;
  /** Words of which one folds a message away. */
  muted: readonly string[];
};

/** The lines of the room. It follows the newest unless the reader has scrolled up; then a pill counts what came. */
export function ChatLines({
  chat,
  state,
  muted,
  moderators,
  reader,
  worth,
  onMention,
  opening,
  onModerate,
}: ChatLinesProps) {
  const list = useRef<HTMLDivElement>(null);
  const { atBottom, unseen, filter } = state;
  const { speed, size } = useChatReading();
  const lines = state.lines.filter((line) => passes(filter, line));
  const last = lines.at(-1);
  // Another choice of lines has its own newest one.
  const newest = last && `${filter} ${last.key}`;
  // Until the page is hydrated the list grows from its end: the newest lines are in sight without JavaScript.
  const hydrated = useHydrated();
  useLayoutEffect(() => {
    if (hydrated && atBottom && newest !== undefined)
      list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [newest, atBottom, hydrated]);
  const onScroll = () => {
    const box = list.current;
    if (box) chat.setAtBottom(box.scrollHeight - box.scrollTop - box.clientHeight < nearPx);
  };
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={list}
        onScroll={onScroll}
        role="log"
        aria-live={speed === "each" ? "polite" : "off"}
        aria-label={m.chat_log()}
        {...reachable}
        className={cx(
          hydrated ? "flex-col" : "flex-col-reverse",
          textSizeClass[size],
          "chat-lines flex h-full overflow-x-hidden overflow-y-auto overscroll-contain px-4 py-2 [overflow-anchor:none] [scrollbar-width:thin]",
        )}
      >
        {/* The lines of another conversation come in their place, and do not move there. */}
        <div key={state.conversation} className="mt-auto grid gap-2.5">
          {lines.length === 0 && (
            <p className="py-6 text-center text-text-3">
              {filter !== "all" && m.chat_filter_empty()}
              {filter === "all" && opening}
            </p>
          )}
          {lines.map((line) => (
            <ChatLineView
              key={line.key}
              line={line}
              isFolded={isFolded(line, muted)}
              reader={reader}
              worth={worth}
              onRetry={chat.retry}
              onMention={onMention}
              isModerator={line.line.author.id !== null && moderators.includes(line.line.author.id)}
              onModerate={onModerate}
            />
          ))}
        </div>
      </div>
      {speed === "slow" && <SlowReader lines={spokenOf(lines, muted)} />}
      {unseen > 0 && (
        <Button
          tone="solid"
          size="sm"
          onClick={() => chat.setAtBottom(true)}
          className="absolute bottom-2 left-1/2 -translate-x-1/2 rounded-full! shadow-mid"
          title={m.chat_new_label()}
        >
          {m.chat_new({ count: unseen })}
          <Icon name="down" size={16} />
        </Button>
      )}
    </div>
  );
}
