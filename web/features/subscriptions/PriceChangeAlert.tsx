import { Link } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { money, utcDay } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/**
 * The new price of a subscription that is not agreed to yet, the next renewal first, until it is answered. It stands in
 * the flow of the page, as the reminder of what ends.
 */
export function PriceChangeAlert({ changes }: { changes: FanProfile["priceChanges"] }) {
  const [change] = changes;
  if (!change) return null;
  const date = utcDay(change.from);
  return (
    <div className="page-inset pt-1 pb-3 max-lg:px-3">
      <section
        aria-label={m.sub_rise_alerts()}
        className="flex items-center gap-3 rounded-16 bg-warn-soft px-4 py-2.5"
      >
        <Icon name="crown" size={20} className="flex-none text-warn" />
        <p role="status" className="min-w-0 flex-1 text-14">
          <strong>{change.modelName}</strong> <span aria-hidden="true">·</span>{" "}
          <span className="text-text-2">
            {m.sub_rise_alert({ date, price: money(change.price), new_price: money(change.newPrice) })}
          </span>{" "}
          <Link to="/subscription-models" className="inline-block py-1 underline">
            {m.sub_alert_link()}
          </Link>
        </p>
      </section>
    </div>
  );
}
