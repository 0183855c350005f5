import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { isOfInputMethod } from "#web/lib/platform/enter-key.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import type { ChatSession } from "./chat-session.ts";
import { completed, meant, type Nameable, typedName } from "./mentions.ts";

/** The field's state and actions for its list of names. */
export type MentionMenu = ReturnType<typeof useMentions>;

/**
 * Completes the name that is being typed behind an @, by the keys of a list that belongs to a field (ARIA Authoring
 * Practices, combobox): the focus stays in the field, whose `fieldProps` and `onKey` these are.
 */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  chat: ChatSession,
  draft: string,
  people: readonly Nameable[],
) {
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  /** The draft for which the list was sent away. */
  const [dismissed, setDismissed] = useState<string | null>(null);
  const caretToBe = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caretToBe.current === null) return;
    field.current?.setSelectionRange(caretToBe.current, caretToBe.current);
    caretToBe.current = null;
  });
  const typed = caret === null || dismissed === draft ? null : typedName(draft, caret);
  const offered = typed ? meant(people, typed.typed) : [];
  const active = Math.min(chosen, offered.length - 1);
  const idOf = (index: number) => `${listId}-${index}`;
  const choose = (name: string) => {
    if (!typed) return;
    const done = completed(draft, typed, name);
    chat.setDraft(done.draft);
    setCaret(done.caret);
    caretToBe.current = done.caret;
    field.current?.focus();
  };
  const onKey = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean => {
    const name = offered[active]?.name;
    if (name === undefined || isOfInputMethod(nativeEvent) || shiftKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step) setChosen((active + step + offered.length) % offered.length);
    else if (key === "Enter" || key === "Tab") choose(name);
    else if (key === "Escape") setDismissed(draft);
    else return false;
    return true;
  };
  return {
    ...{ listId, offered, active, idOf, choose, onKey },
    /** Where the caret is now; null once the field has lost the focus. */
    moved(to: number | null) {
      setCaret(to);
      setChosen(0);
    },
    fieldProps:
      offered.length > 0
        ? ({
            "aria-autocomplete": "list",
            "aria-haspopup": "listbox",
            "aria-controls": listId,
            "aria-activedescendant": idOf(active),
          } as const)
        : ({ "aria-autocomplete": "list" } as const),
  };
}

/** The names that may be meant, above the field. */
export function MentionList({ menu }: { menu: MentionMenu }) {
  const { listId, offered, active, idOf, choose } = menu;
  return (
    <>
      <p role="status" className="sr-only">
        {offered.length > 0 && m.chat_mentions_found({ count: offered.length })}
      </p>
      {offered.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={m.chat_mentions()}
          className="chat-mentions absolute inset-x-3 bottom-full z-10 grid overflow-hidden rounded-12 bg-raised py-1 text-text shadow-mid"
        >
          {offered.map(({ name, stageName }, index) => (
            // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events -- the focus and the keys stay in the field
            <div
              key={name}
              id={idOf(index)}
              role="option"
              aria-selected={index === active}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(name)}
              className={cx(
                "flex min-h-11 cursor-pointer items-center gap-2 px-3.5 text-14",
                index === active ? "bg-overlay" : "hover:bg-overlay",
              )}
            >
              <b className="min-w-0 truncate font-semibold">@{name}</b>
              {stageName !== null && <span className="min-w-0 truncate text-text-2">{stageName}</span>}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
