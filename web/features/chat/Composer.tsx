import { type FormEvent, type KeyboardEvent, type RefObject, useId } from "react";
import { trimmedLength } from "#contract/field-bounds.ts";
import { isBlank } from "#contract/written-text.ts";
import { isSendingEnter } from "#web/lib/platform/enter-key.ts";
import { m } from "#web/paraglide/messages.js";
import { EmojiButton, withEmoji } from "#web/ui/buttons/EmojiButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { usePrehydrationValue } from "#web/ui/fields/use-prehydration-value.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { bodyMax } from "./chat-line.ts";
import type { ChatSession } from "./chat-session.ts";
import type { ChatAuthor, ChatNotice, ChatState } from "./chat-state.ts";
import { MentionList, useMentions } from "./MentionList.tsx";
import type { Nameable } from "./mentions.ts";

/** From here on the characters left are shown. */
const countFrom = bodyMax - 50;

export type ComposerProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  chat: ChatSession;
  state: ChatState;
  /** Why nobody can write now; what was typed stays and can still be read and copied. */
  closed: string | null;
  role: ChatAuthor["role"];
  /** The people whom a message can name. */
  people: readonly Nameable[];
  /** The room's slow mode; 0: none. */
  slowSeconds: number;
};

/** One field that grows to four lines, and one send. Enter sends; with nothing to send the button is grey. */
export function Composer({ field, chat, state, closed, role, people, slowSeconds }: ComposerProps) {
  const hint = useId();
  const mentions = useMentions(field, chat, state.draft, people);
  const left = bodyMax - trimmedLength(state.draft);
  const ready = closed === null && !isBlank(state.draft) && left >= 0;
  const isCounting = closed === null && state.notice?.kind === "slow_down";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (closed === null) chat.submit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mentions.onKey(event)) {
      event.preventDefault();
      // Escape means the list, and nothing that lies behind it.
      event.stopPropagation();
    } else if (isSendingEnter(event.nativeEvent)) submit(event);
  };
  usePrehydrationValue(
    () => field.current,
    state.draft,
    ({ value }) => chat.setDraft(value),
  );
  // On phones the last of the round buttons stands beside the hint. Before the page is hydrated a press on "Send" leaves
  // what was typed: another method would load the page again.
  return (
    <form onSubmit={submit} method="dialog" className="chat-composer relative grid gap-1.5 p-3">
      <MentionList menu={mentions} />
      <p
        id={hint}
        role="status"
        className={
          isCounting
            ? "sr-only"
            : cx("px-1 text-12 empty:hidden phone:pr-14", left < 0 ? "text-error" : "text-text-2")
        }
      >
        {closed ?? hintOf(atItsBeginning(state.notice), left, slowSeconds)}
      </p>
      {/* Seconds count down for the eye; a screen reader announces once how many they are. */}
      {isCounting && (
        <p aria-hidden className="px-1 text-12 text-text-2 phone:pr-14">
          {hintOf(state.notice, left, slowSeconds)}
        </p>
      )}
      <div className="flex min-w-0 items-end gap-2">
        <textarea
          ref={field}
          rows={1}
          value={state.draft}
          onChange={({ target }) => {
            chat.setDraft(target.value);
            mentions.moved(target.selectionStart);
          }}
          onSelect={({ currentTarget }) => mentions.moved(currentTarget.selectionStart)}
          onBlur={() => mentions.moved(null)}
          onKeyDown={onKeyDown}
          {...mentions.fieldProps}
          aria-label={m.chat_input()}
          aria-describedby={hint}
          aria-invalid={left < 0 || undefined}
          readOnly={closed !== null}
          placeholder={closed === null ? placeholderOf(role) : undefined}
          autoComplete="off"
          enterKeyHint="send"
          className="chat-field min-h-11 min-w-0 flex-1 resize-none rounded-[22px] bg-overlay py-[11px] pr-12 pl-3.5 text-14 leading-[22px] [field-sizing:content] max-h-[110px] phone:text-16"
        />
        {closed === null && (
          <div className="-ml-[52px] flex-none">
            <EmojiButton
              over="box"
              onEmoji={(emoji) => chat.setDraft(withEmoji(field.current, state.draft, emoji))}
            />
          </div>
        )}
        <button
          type="submit"
          aria-label={m.chat_send()}
          title={m.chat_send()}
          aria-disabled={!ready}
          className={cx(
            "chat-send grid size-11 flex-none place-items-center rounded-full transition-colors duration-(--hover)",
            ready ? "bg-accent-fill text-white hover:bg-accent-press" : "bg-overlay text-text-2",
          )}
        >
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}

const atItsBeginning = (notice: ChatNotice | null): ChatNotice | null =>
  notice?.kind === "slow_down" ? { ...notice, waitSeconds: notice.of } : notice;

function hintOf(notice: ChatNotice | null, left: number, slowSeconds: number): string {
  if (notice?.kind === "slow_down")
    return slowSeconds > 0
      ? m.chat_slow_mode_wait({ count: notice.waitSeconds })
      : m.chat_slow_down({ count: notice.waitSeconds });
  if (notice?.kind === "refused") return notice.message;
  if (left < 0) return m.chat_too_long({ count: -left });
  if (left <= bodyMax - countFrom) return m.chat_characters_left({ count: left });
  return slowSeconds > 0 ? m.chat_slow_mode({ count: slowSeconds }) : "";
}

function placeholderOf(role: ChatAuthor["role"]): string {
  return role === "model" ? m.chat_placeholder_model() : m.chat_placeholder();
}
