import type { ShowReceipt } from "#contract/paid-shows.ts";
import { listedPauses, unlistedSeconds } from "#contract/receipt-pauses.ts";
import type { PauseReason } from "#contract/show-state.ts";
import { clock } from "#web/lib/i18n/format.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";

const reasons: Record<PauseReason, (name: string) => string> = {
  model_media_lost: (name) => m.receipt_pause_model_media_lost({ name }),
  fan_media_lost: () => m.receipt_pause_fan_media_lost(),
  model_paused: (name) => m.receipt_pause_model_paused({ name }),
};

/** Every stretch in which nothing was charged, with its reason. */
export function Pauses({ receipt, name }: { receipt: ShowReceipt; name: string }) {
  const pauses = listedPauses(receipt);
  const unlisted = unlistedSeconds(receipt);
  const format = new Intl.DateTimeFormat(useLocale(), { timeStyle: "medium", timeZone: "UTC" });
  const time = (instant: string) => format.format(new Date(instant));
  return (
    <section aria-labelledby="receipt-pauses" className="mt-6">
      <h2 id="receipt-pauses" className="text-16!">
        {m.receipt_pauses()}
      </h2>
      {pauses.length === 0 && unlisted === 0 && <p className="mt-1 text-text-2">{m.receipt_no_pauses()}</p>}
      <ul className="mt-1 grid gap-1 text-text-2">
        {pauses.map(({ reason, from, to }) => (
          <li key={`${reason} ${from}`} className="flex flex-wrap justify-between gap-x-4">
            {reasons[reason](name)}
            <span className="tabular-nums">
              {to === null
                ? m.receipt_pause_open({ from: time(from) })
                : m.receipt_pause_from_to({ from: time(from), to: time(to) })}
            </span>
          </li>
        ))}
        {unlisted > 0 && (
          <li className="flex flex-wrap justify-between gap-x-4">
            {m.receipt_pause_unlisted()}
            <span className="tabular-nums">{clock(unlisted)}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
