import type { Studio } from "#contract/studio.ts";
import { useTokensAndMoney } from "#web/entities/studio/payout.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";

type EarningsBarsProps = Pick<Studio["earnings"], "course"> & {
  /** When the broadcast began; null while there is none, and then the bars name no hours. */
  since: string | null;
};

/**
 * How the broadcast's earnings came in, stretch by stretch; the last bar is the one that grows now. The axis names the
 * highest bar and the hours, in the model's own zone. Nothing before the first token.
 */
export function EarningsBars({ course: { minutes, tokens: sums }, since }: EarningsBarsProps) {
  const paid = useTokensAndMoney();
  const most = Math.max(...sums);
  if (most === 0) return null;
  return (
    <figure className="px-4 pb-3">
      <figcaption aria-hidden="true" className="mb-2 flex justify-between gap-3 text-12 text-text-2">
        <span>{m.studio_course({ minutes })}</span>
        <span className="whitespace-nowrap tabular-nums">{paid(most)}</span>
      </figcaption>
      <div
        role="img"
        aria-label={m.studio_course_values({ minutes, values: sums.map((sum) => tokens(sum)).join("; ") })}
        className="flex h-14 items-end gap-2 border-t border-b border-line"
      >
        {sums.map((sum, at) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- a stretch of time is its place
            key={at}
            title={paid(sum)}
            style={{ height: `${(sum / most) * 100}%` }}
            className={cx(
              "min-h-0.5 max-w-10 flex-1 rounded-t-[3px] bg-gold-fill transition-[height] duration-(--shared)",
              at < sums.length - 1 && "opacity-40",
            )}
          />
        ))}
      </div>
      {since !== null && <Hours since={since} minutes={minutes} count={sums.length} />}
    </figure>
  );
}

/** The hours at which the first bar, one in the middle and the last one begin, under them, where they have the place. */
function Hours({ since, minutes, count }: { since: string; minutes: number; count: number }) {
  const language = useLocale();
  // The server knows no zone: it leaves room for the hours.
  const hydrated = useHydrated();
  const format = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" });
  const named = new Set([
    0,
    ...(count > 6 ? [Math.floor(count / 2)] : []),
    ...(count > 2 ? [count - 1] : []),
  ]);
  return (
    <div aria-hidden="true" className="mt-1 flex min-h-4 gap-2 text-12 text-text-3 tabular-nums">
      {Array.from({ length: count }, (_, at) => (
        <span
          key={at}
          // The last one ends with its bar: beyond it the row may have no place.
          className={cx(
            "flex w-0 max-w-10 flex-1 whitespace-nowrap",
            at > 0 && at === count - 1 && "justify-end",
          )}
        >
          {hydrated && named.has(at) && format.format(new Date(Date.parse(since) + at * minutes * 60_000))}
        </span>
      ))}
    </div>
  );
}
