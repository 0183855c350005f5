import type { RoomMessage } from "#contract/live.ts";
import type { Studio } from "#contract/studio.ts";
import { usePayout, useTokensAndMoney } from "#web/entities/studio/payout.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { inLanguage, useLocale } from "#web/lib/i18n/locale.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { EarningsBars } from "./EarningsBars.tsx";
import { Panel } from "./Panel.tsx";

type BroadcastPanelProps = { studio: Studio };

/** The results of the broadcast: sums, and the latest givers. */
export function BroadcastPanel({ studio }: BroadcastPanelProps) {
  const { tonight, tip_tokens, show_tokens, balance, course, latest_tips } = studio.earnings;
  return (
    <Panel
      title={m.studio_this_broadcast()}
      end={
        <span className="pr-1 text-12 text-text-2 tabular-nums">
          {studio.live_since === null ? m.studio_not_live() : <Start since={studio.live_since} />}
        </span>
      }
    >
      <dl className="mx-4 mb-4 grid grid-cols-2 gap-px sm:grid-cols-4 lg:grid-cols-2 overflow-hidden rounded-12 bg-line">
        <Figure name={m.studio_earned()} value={tonight} coin />
        <Figure name={m.studio_tips()} value={tip_tokens} />
        <Figure name={m.studio_earned_shows()} value={show_tokens} />
        <Figure name={m.studio_balance()} value={balance} />
      </dl>
      <EarningsBars course={course} since={studio.live_since} />
      <LatestTips tips={latest_tips} />
    </Panel>
  );
}

/** The hour at which the broadcast began, in the model's own zone, which the server does not know. */
function Start({ since }: { since: string }) {
  const language = useLocale();
  const format = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" });
  return useHydrated() && m.studio_started({ time: format.format(new Date(since)) });
}

/** A sum in tokens, and what it is paid out as. */
function Figure({ name, value, coin = false }: { name: string; value: number; coin?: boolean }) {
  const payout = usePayout();
  return (
    <div className="bg-raised px-3.5 py-2 light:bg-overlay">
      <dt className="text-12 text-text-3">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-1.5 text-20 font-bold tracking-[-.015em]">
        {coin && <Coin />}
        {tokens(value)}
        <span className="ml-auto text-12 font-[550] tracking-normal text-text-2 tabular-nums">
          {payout(value)}
        </span>
      </dd>
    </div>
  );
}

function LatestTips({ tips }: { tips: readonly RoomMessage[] }) {
  const paid = useTokensAndMoney();
  if (tips.length === 0) return <p className="px-4 pb-4 text-text-3">{m.studio_tips_none()}</p>;
  return (
    <ul
      aria-label={m.studio_tips_list()}
      aria-live="polite"
      className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-3 pb-3"
    >
      {tips.map((tip) => (
        <li
          key={tip.id}
          className="flex min-h-9 items-center gap-2 rounded-12 bg-gold-soft px-3 motion-safe:animate-[rise_200ms_var(--ease)]"
        >
          <TipPicture tip={tip} />
          <b className="flex-none font-semibold">{tip.author.name || m.studio_someone()}</b>
          <span className="min-w-0 flex-1 truncate text-text-2">{wordsOf(tip)}</span>
          <span className="font-[650] whitespace-nowrap text-gold">{paid(tip.tokens ?? 0)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The item that a tip asks for, and the fan's note. */
function wordsOf({ menu_item, body }: RoomMessage): string {
  return [menu_item && inLanguage(menu_item), body].filter(Boolean).join(" · ");
}

function TipPicture({ tip }: { tip: RoomMessage }) {
  if (!tip.gift_image) return <Coin className="flex-none" />;
  return <img src={tip.gift_image} alt="" width={22} height={22} className="flex-none" />;
}
