import type { ChatTip } from "#contract/chat-message.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Coin } from "#web/ui/Coin.tsx";
import { giftName } from "../message-summary.ts";

type TipViewProps = { tip: ChatTip; mine: boolean /** Who is at the other end. */; name: string };

/** A tip or gift that was given in the chat: by whom, what, and for how many tokens. */
export function TipView({ tip, mine, name }: TipViewProps) {
  const { gift } = tip;
  const amount = { count: tip.tokens, amount: tokens(tip.tokens) };
  const given = gift && { gift: giftName(gift), ...amount };
  return (
    <p
      data-testid="tip"
      className="flex max-w-[min(420px,82vw)] items-center gap-2.5 rounded-16 bg-gold-soft px-3.5 py-2.5 font-semibold wrap-anywhere text-gold shadow-[inset_0_0_0_1px_var(--gold)]"
    >
      {gift ? (
        <img src={gift.image} alt="" width={36} height={36} className="size-9 flex-none" />
      ) : (
        <Coin size={22} className="flex-none" />
      )}
      <span>
        {given
          ? mine
            ? m.inbox_gift_you(given)
            : m.inbox_gift_by({ name, ...given })
          : mine
            ? m.inbox_tip_you(amount)
            : m.inbox_tip_by({ name, ...amount })}
      </span>
    </p>
  );
}
