import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { cx } from "../cx.ts";
import { IconButton } from "./IconButton.tsx";

/** The emojis that people write most in chats; a screen reader says each one's name in its own language. */
const emojis = [
  ...["😀", "😂", "🤣", "😊", "😍", "🥰", "😘", "😜", "😎", "🤩", "🥳", "😇"],
  ...["🙂", "😉", "😋", "🤔", "🤗", "😴", "😅", "😢", "😭", "😱", "😡", "🙈"],
  ...["❤️", "🧡", "💛", "💚", "💙", "💜", "💔", "💕", "💋", "🌹", "🌸", "🌟"],
  ...["👍", "👎", "👏", "🙌", "🙏", "💪", "👋", "🤞", "✌️", "👀", "💃", "🕺"],
  ...["🔥", "✨", "🎉", "🎁", "🎂", "🎵", "☕", "🍷", "🍕", "☀️", "🌙", "⭐"],
] as const;
const columns = 6;
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -columns,
  ArrowDown: columns,
};

type EmojiButtonProps = {
  /** Where the grid opens: above the button, or above the positioned box around it, at its right. */
  over?: "button" | "box";
  onEmoji(emoji: string): void;
};

/**
 * Opens a grid of emojis. Arrow keys walk it, Enter or a press takes one and leaves it open, Escape and a press elsewhere
 * close it.
 */
export function EmojiButton({ over = "button", onEmoji }: EmojiButtonProps) {
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
    };
  }, [open]);
  const buttonAt = (index: number) => grid.current?.querySelectorAll("button")[index];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      setOpen(false);
      box.current?.querySelector("button")?.focus();
    }
    const next = at + (steps[event.key] ?? 0);
    if (!(event.key in steps) || next < 0 || next >= emojis.length) return;
    event.preventDefault();
    setAt(next);
    buttonAt(next)?.focus();
  };
  return (
    <div ref={box} className={cx("flex-none", over === "button" && "relative")}>
      <IconButton
        icon="smile"
        label={m.emoji()}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      />
      <fieldset
        ref={grid}
        id={id}
        hidden={!open}
        onKeyDown={onKeyDown}
        className={cx(
          "emoji-grid absolute bottom-full z-40 mb-1 max-h-64 w-[282px] overflow-y-auto rounded-16 bg-overlay p-1.5 shadow-[var(--shadow-2),inset_0_0_0_1px_#ffffff0f] motion-safe:animate-[fade_120ms]",
          over === "box" ? "right-3" : "left-0",
        )}
      >
        <legend className="sr-only">{m.emoji_choose()}</legend>
        <div className="grid grid-cols-6">
          {emojis.map((emoji, index) => (
            <button
              key={emoji}
              type="button"
              tabIndex={index === at ? 0 : -1}
              onFocus={() => setAt(index)}
              onClick={() => onEmoji(emoji)}
              className="grid h-11 place-items-center rounded-12 text-20 hover:bg-raised"
            >
              {emoji}
            </button>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

/**
 * The text of a field with an emoji where its caret is, or in place of what is selected; once the new text is shown, the
 * caret stands behind the emoji.
 */
export function withEmoji(field: HTMLTextAreaElement | null, text: string, emoji: string): string {
  const from = field?.selectionStart ?? text.length;
  const to = field?.selectionEnd ?? text.length;
  const caret = from + emoji.length;
  requestAnimationFrame(() => field?.setSelectionRange(caret, caret));
  return text.slice(0, from) + emoji + text.slice(to);
}
