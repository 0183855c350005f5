import type { ReactNode } from "react";
import type { StudioEarnings } from "#contract/earnings.ts";
import { useTokensAndMoney } from "#web/entities/studio/payout.ts";
import { kindLabel } from "#web/entities/wallet/entry-kinds.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { useLocalTime } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { Badge } from "#web/ui/Badge.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/** The earnings of each kind of movement, with bars beside each other. */
export function ByKind({ kinds }: Pick<StudioEarnings, "kinds">) {
  const most = Math.max(1, ...kinds.map((kind) => kind.tokens));
  return (
    <Part title={m.earnings_by_kind()}>
      {kinds.map(({ kind, count, tokens: earned }) => (
        <Line key={kind} name={kindLabel(kind)} count={count} earned={earned} share={earned / most} />
      ))}
    </Part>
  );
}

/** The fans who gave most. */
export function ByFan({ fans, others }: Pick<StudioEarnings, "fans" | "others">) {
  const most = Math.max(1, ...fans.map((fan) => fan.tokens));
  return (
    <Part title={m.earnings_by_fan()}>
      {fans.map(({ fan_id, name, count, tokens: earned }) => (
        <Line
          key={fan_id}
          name={name ?? (fan_id === null ? m.earnings_anonymous() : m.earnings_gone())}
          count={count}
          earned={earned}
          share={earned / most}
        />
      ))}
      {others.fans > 0 && (
        <Line
          name={m.earnings_others({ count: others.fans, shown: tokens(others.fans) })}
          count={others.count}
          earned={others.tokens}
          share={0}
        />
      )}
    </Part>
  );
}

/** The paid shows, newest first, and what fans thought of the latest. */
export function ByShow({ shows, ratings }: Pick<StudioEarnings, "shows" | "ratings">) {
  const { dateTime } = useLocalTime();
  const language = useLocale();
  const mean = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const monthOf = new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" });
  return (
    <Part title={m.earnings_by_show()} wide>
      {ratings && (
        <li className="flex items-center gap-2 px-4 py-3">
          <Icon name="star" size={18} className="text-gold" />
          {m.earnings_ratings({
            count: ratings.count,
            mean: mean.format(ratings.mean),
            month: monthOf.format(new Date(`${ratings.month}-01`)),
          })}
        </li>
      )}
      {shows.length === 0 && <li className="px-4 py-3 text-text-3">{m.earnings_shows_none()}</li>}
      {shows.map(({ id, mode, started_at, ended_at, fans, tokens: earned }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
          <Badge mode={mode} />
          <time dateTime={started_at}>{dateTime(started_at)}</time>
          {ended_at === null && <span className="text-text-3">{m.earnings_running()}</span>}
          <span className="text-text-3">{m.earnings_fans({ count: fans, amount: tokens(fans) })}</span>
          <Amount earned={earned} />
        </li>
      ))}
    </Part>
  );
}

function Part({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className={`content-start overflow-hidden rounded-16 bg-surface shadow-[inset_0_0_0_1px_var(--line)] ${wide ? "lg:col-span-2" : ""}`}
    >
      <h2 className="px-4 pt-4 pb-2 text-16!">{title}</h2>
      <ul className="[&>li+li]:border-t [&>li+li]:border-line">{children}</ul>
    </section>
  );
}

type LineProps = { name: string; count: number; earned: number; share: number };

function Line({ name, count, earned, share }: LineProps) {
  return (
    <li className="px-4 py-2.5">
      <div className="flex items-baseline gap-3">
        <span className="min-w-0 truncate font-semibold">{name}</span>
        <span className="text-12 whitespace-nowrap text-text-3">
          {m.earnings_times({ count, amount: tokens(count) })}
        </span>
        <Amount earned={earned} />
      </div>
      <div
        aria-hidden="true"
        className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-raised light:bg-overlay"
      >
        <div
          className="h-full rounded-full bg-accent"
          style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }}
        />
      </div>
    </li>
  );
}

function Amount({ earned }: { earned: number }) {
  const paid = useTokensAndMoney();
  return <span className="ml-auto font-[650] whitespace-nowrap tabular-nums">{paid(earned)}</span>;
}
