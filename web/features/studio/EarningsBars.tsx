import type { Studio } from "#contract/studio.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";

/** How the broadcast's earnings came in, stretch by stretch; the last bar is the one that grows now. Nothing before the first token. */
export function EarningsBars({ course: { minutes, tokens: sums } }: Pick<Studio["earnings"], "course">) {
  const most = Math.max(...sums);
  if (most === 0) return null;
  return (
    <div className="px-4 pb-4">
      <div
        role="img"
        aria-label={m.studio_course_values({ minutes, values: sums.map((sum) => tokens(sum)).join("; ") })}
        className="flex h-14 items-end gap-2"
      >
        {sums.map((sum, at) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- a stretch of time is its place
            key={at}
            title={tokens(sum)}
            style={{ height: `${(sum / most) * 100}%` }}
            className={cx(
              "min-h-0.5 max-w-10 flex-1 rounded-t-[3px] rounded-b-[1px] bg-gold-fill transition-[height] duration-(--shared)",
              at < sums.length - 1 && "opacity-40",
            )}
          />
        ))}
      </div>
      <p aria-hidden="true" className="mt-1.5 text-12 text-text-3">
        {m.studio_course({ minutes })}
      </p>
    </div>
  );
}
