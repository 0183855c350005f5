import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { menuCloseMs } from "#web/lib/constants.ts";
import { cx } from "../cx.ts";

export type MenuButtonProps = {
  /** Accessible name of the button. */
  label: string;
  /** The content of the button. */
  trigger: ReactNode;
  /** The entries: links and buttons. */
  children: ReactNode;
  /** Where the list opens; below when absent. */
  side?: "up" | "down";
  className?: string;
};

/**
 * A button that discloses a short list beside it. A choice, the button again, Escape, a click elsewhere and leaving by Tab
 * close it, each 200 ms later.
 */
export function MenuButton({ label, trigger, children, side = "down", className }: MenuButtonProps) {
  // Each opening is an object of its own: what was to close an earlier one leaves it open.
  const [opening, setOpening] = useState<object | null>(null);
  const close = () => closeSoon(() => setOpening((now) => (now === opening ? null : now)));
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!opening) return;
    const leave = (event: Event) => {
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        button.current?.focus();
      } else if (box.current?.contains(event.target as Node)) return;
      close();
    };
    // As options of a listener it is no more than its signal.
    const stop = new AbortController();
    for (const name of ["pointerdown", "focusin", "keydown"]) document.addEventListener(name, leave, stop);
    return () => stop.abort();
  });
  const choose = () => {
    // The entry is about to vanish; a dialog that it opened gives the focus back to the button.
    if (box.current?.contains(document.activeElement)) button.current?.focus({ preventScroll: true });
    close();
  };
  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={opening !== null}
        aria-controls={id}
        onClick={() => (opening ? close() : setOpening({}))}
        className={cx(
          "inline-flex min-h-11 items-center gap-2 rounded-12 px-2.5 font-semibold text-text-2 hover:bg-raised hover:text-text",
          className,
        )}
      >
        {trigger}
        <span className="sr-only">{label}</span>
      </button>
      <ul
        id={id}
        hidden={!opening}
        onClick={choose}
        onKeyDown={(event) => event.key === "Enter" && close()}
        className={cx(
          "absolute right-0 z-40 min-w-44 rounded-16 bg-overlay p-1.5 shadow-[var(--shadow-2),inset_0_0_0_1px_#ffffff0f] motion-safe:animate-[fade_120ms]",
          side === "up" ? "bottom-full mb-1" : "top-full mt-1",
        )}
      >
        {children}
      </ul>
    </div>
  );
}

/** Closes a menu 200 ms later, so that a choice in it is seen. */
export function closeSoon(close: () => void): void {
  setTimeout(close, menuCloseMs);
}

/** The classes of one entry of a menu. */
export const menuItemClass =
  "flex min-h-11 w-full items-center gap-3 rounded-[10px] px-3 text-left font-[550] whitespace-nowrap hover:bg-raised light:hover:bg-white";
