import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";
import { type ButtonSize, type ButtonTone, buttonLook } from "./button-look.ts";
import { cx } from "./cx.ts";
import { Spinner } from "./Spinner.tsx";

type Look = { tone?: ButtonTone; size?: ButtonSize; wide?: boolean };

export type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** Shows a spinner and refuses presses, yet stays focusable and keeps its width. */
    busy?: boolean;
  };

/** A button, 44 px high unless told. The second press of a double click is none: what it would hit may have changed. */
export function Button({
  tone,
  size,
  wide,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy || event.detail > 1 ? event.preventDefault() : onClick?.(event))}
      className={cx(buttonLook(tone, size, wide), "relative", className)}
    >
      {busy && <Spinner className="absolute" />}
      {/* Transparent instead of hidden: the words stay the button's name for who cannot see the spinner. */}
      <span className="contents">
        {busy ? <span className="inline-flex items-center gap-2 opacity-0">{children}</span> : children}
      </span>
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ tone, size, wide, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={cx(buttonLook(tone, size, wide), className)} />;
}
