import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { messageTextMax, trimmedLength } from "#contract/field-bounds.ts";
import { isBlank } from "#contract/written-text.ts";
import { browserClock } from "#web/lib/clock.ts";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { isSendingEnter } from "#web/lib/platform/enter-key.ts";
import { useTyping } from "#web/lib/realtime/RealtimeProvider.tsx";
import { m } from "#web/paraglide/messages.js";
import { EmojiButton, withEmoji } from "#web/ui/buttons/EmojiButton.tsx";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { usePrehydrationValue } from "#web/ui/fields/use-prehydration-value.ts";
import { dialogPlace } from "#web/ui/overlays/opening.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { type Partner, useInbox } from "../inbox.ts";
import { createTypingSignal } from "../typing.ts";
import { AttachButton } from "./AttachButton.tsx";
import { Quote } from "./Quote.tsx";
import { type Gift, SpendButton } from "./SpendButton.tsx";
import type { ThreadNotice, ThreadSession, ThreadState } from "./thread-session.ts";
import { useFileChoice } from "./use-file-choice.ts";

const SendFileDialog = openedComponent(
  () => import("./SendFileDialog.tsx").then((file) => file.SendFileDialog),
  dialogPlace,
);

/** From here on the characters left are shown. */
const countFrom = messageTextMax - 100;

/** The field to write in, of the one chat that is open. */
export const composerId = "chat-composer";

type ComposerProps = {
  thread: ThreadSession;
  state: ThreadState;
  chatId: number;
  partner: Partner;
  /** Opens a tip or a gift; null where nothing can be given. */
  onSpend: ((what: Gift) => void) | null;
};

/** A field that grows to five lines, a clip for files, emojis, what a fan can give, and one send. Enter sends. */
export function Composer({ thread, state, chatId, partner, onSpend }: ComposerProps) {
  const hint = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { side } = useInbox();
  const notifyTyping = useTyping();
  const [signal] = useState(() => createTypingSignal(browserClock, () => notifyTyping(chatId)));
  const files = useFileChoice(thread);
  const { problem } = files;
  const left = messageTextMax - trimmedLength(state.draft);
  const ready = !isBlank(state.draft) && left >= 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    files.forgetProblem();
    thread.submit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isSendingEnter(event.nativeEvent)) submit(event);
  };
  const write = (text: string) => {
    thread.setDraft(text);
    signal.wrote(text);
  };
  usePrehydrationValue(
    () => field.current,
    state.draft,
    ({ value }) => thread.setDraft(value),
  );
  return (
    <form
      // Before the page is hydrated a press on "Send" leaves what was typed: another method would load the page again.
      method="dialog"
      onSubmit={submit}
      className="grid gap-1.5 px-2 pt-2 pb-[calc(8px+env(safe-area-inset-bottom))] lg:px-3 lg:pb-3"
    >
      <p
        id={hint}
        role="status"
        className={cx("px-2 text-12 empty:hidden", left < 0 || problem ? "text-error" : "text-text-2")}
      >
        {problem ?? hintOf(state.notice, left)}
      </p>
      {state.replyTo && (
        <div className="flex min-w-0 items-center gap-1.5 px-2">
          <p className="min-w-0 flex-1">
            <span className="sr-only">{m.inbox_answering()} </span>
            <Quote quoted={state.replyTo} name={partner.name} />
          </p>
          <IconButton
            icon="x"
            iconSize={16}
            label={m.inbox_answer_cancel()}
            onClick={() => thread.answer(null)}
          />
        </div>
      )}
      <div className="flex items-end gap-1.5 phone:gap-0.5">
        <AttachButton onFile={files.choose} />
        <EmojiButton onEmoji={(emoji) => write(withEmoji(field.current, state.draft, emoji))} />
        <textarea
          ref={field}
          id={composerId}
          rows={1}
          value={state.draft}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={files.onPaste}
          aria-label={m.inbox_write({ name: partner.name })}
          aria-describedby={hint}
          aria-invalid={left < 0 || undefined}
          placeholder={m.inbox_write({ name: partner.name })}
          autoComplete="off"
          enterKeyHint="send"
          className="min-h-11 min-w-0 flex-1 resize-none rounded-[22px] bg-overlay px-3.5 py-[11px] text-14 leading-[22px] [field-sizing:content] max-h-[132px] phone:text-16"
        />
        {onSpend && <SpendButton onOpen={onSpend} />}
        <button
          type="submit"
          aria-label={m.inbox_send()}
          title={m.inbox_send()}
          aria-disabled={!ready}
          className={cx(
            "grid size-11 flex-none place-items-center rounded-full transition-colors duration-(--hover)",
            ready ? "bg-accent-fill text-white hover:bg-accent-press" : "bg-overlay text-text-2",
          )}
        >
          <Icon name="send" />
        </button>
      </div>
      {files.isOver && <DropHint name={partner.name} />}
      {state.chosen && (
        <SendFileDialog
          chosen={state.chosen}
          name={partner.name}
          sells={side === "model"}
          caption={state.draft}
          onCaption={write}
          onSend={(terms) => thread.attach(terms)}
          onClose={() => thread.choose(null)}
        />
      )}
    </form>
  );
}

/** Lies over the page while a file is dragged over it. */
function DropHint({ name }: { name: string }) {
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-[rgb(var(--scrim)/.78)] p-6">
      <p className="flex items-center gap-3 rounded-20 border border-dashed border-accent bg-raised px-6 py-5 font-semibold">
        <Icon name="clip" />
        {m.inbox_drop_file({ name })}
      </p>
    </div>
  );
}

function hintOf(notice: ThreadNotice | null, left: number): string {
  if (notice?.kind === "slow_down") return m.inbox_slow_down({ count: notice.waitSeconds });
  if (notice?.kind === "refused") return notice.message;
  if (left < 0) return m.inbox_too_long({ count: -left });
  return left <= messageTextMax - countFrom ? m.inbox_characters_left({ count: left }) : "";
}
