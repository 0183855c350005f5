import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";
import { cx } from "../cx.ts";
import { Spinner } from "../Spinner.tsx";

type ButtonVariant = { tone?: ButtonTone; size?: ButtonSize; wide?: boolean };

export type ButtonProps = ComponentProps<"button"> &
  ButtonVariant & {
    /** Shows a spinner and refuses presses, yet stays focusable and keeps its width. */
    busy?: boolean;
  };

/** A button, 44 px high by default. The second press of a double click is ignored: what it would hit may have changed. */
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
      aria-disabled={busy || rest["aria-disabled"]}
      aria-busy={busy || undefined}
      onClick={(event) => (busy || event.detail > 1 ? event.preventDefault() : onClick?.(event))}
      className={cx(buttonClass(tone, size, wide), "relative", className)}
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
export function ButtonLink({ tone, size, wide, className, ...rest }: LinkProps & ButtonVariant) {
  return <Link {...rest} className={cx(buttonClass(tone, size, wide), className)} />;
}

export type ButtonTone = "primary" | "solid" | "plain" | "private" | "gold" | "outline" | "quiet" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const tones: Record<ButtonTone, string> = {
  primary: "bg-accent-fill text-white hover:bg-accent-press",
  solid: "bg-text text-bg hover:bg-[color-mix(in_srgb,var(--text),var(--bg)_12%)]",
  plain: "bg-overlay text-text hover:bg-[color-mix(in_srgb,var(--overlay),var(--text)_8%)]",
  private: "bg-private-fill text-white hover:bg-[color-mix(in_srgb,var(--private-fill),#000_14%)]",
  gold: "bg-gold-fill text-on-gold hover:bg-[color-mix(in_srgb,var(--gold-fill),#fff_18%)]",
  outline: "text-text shadow-[inset_0_0_0_1px_var(--control)] hover:bg-raised",
  quiet: "text-text-2 hover:bg-raised hover:text-text",
  danger: "bg-error-soft text-error hover:bg-[color-mix(in_srgb,var(--error-soft),var(--error)_10%)]",
};
const sizes: Record<ButtonSize, string> = {
  sm: "min-h-9 px-3.5 rounded-[10px] text-14",
  md: "min-h-11 px-[18px] rounded-12 text-14",
  lg: "min-h-[52px] px-6 rounded-[14px] text-16",
};
const disabled = "disabled:bg-overlay disabled:text-text-3 disabled:shadow-none disabled:active:scale-100";

/** The classes of a button; for links that look like one, too. One `primary` per view. */
export function buttonClass(tone: ButtonTone = "plain", size: ButtonSize = "md", wide = false): string {
  return cx(
    "inline-flex items-center justify-center gap-2 font-semibold whitespace-nowrap select-none",
    "transition-[background,transform,color] duration-(--hover) active:scale-[.985]",
    // A button as wide as its place keeps its padding for the longest label instead.
    tone === "quiet" || wide ? sizes[size].replace(/px-\S+/, "px-2.5") : sizes[size],
    tones[tone],
    disabled,
    wide && "w-full",
  );
}
