import { countText } from "#web/lib/i18n/format.ts";
import { cx } from "./cx.ts";

/** A number on a menu entry, "99+" from 100 on; nothing at 0. `label` says for screen readers what is counted. */
export function Count({
  value,
  label,
  hot = false,
  className,
}: {
  value: number;
  label: string;
  hot?: boolean;
  className?: string;
}) {
  if (value <= 0) return null;
  return (
    <span
      className={cx(
        "inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-11 leading-none font-[650]",
        hot ? "bg-accent-fill text-white" : "bg-overlay text-text",
        className,
      )}
    >
      <span aria-hidden="true">{countText(value)}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
