import { cx } from "./cx.ts";

/** A turning ring in the text colour; the text beside it says what is loading. */
export function Spinner({ className, size = 20 }: { className?: string; size?: number }) {
  return (
    <svg
      className={cx("animate-spin motion-reduce:animate-none", className)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" opacity=".25" />
      <path d="M21 12a9 9 0 0 0-9-9" />
    </svg>
  );
}
