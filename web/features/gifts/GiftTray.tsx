import { queryOptions, useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { Gift } from "#contract/live.ts";
import { SpendActions } from "#web/entities/wallet/SpendActions.tsx";
import { giftQuantities, type Tip, type TipOrder, tokensOf } from "#web/entities/wallet/use-tip.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { Segmented } from "#web/ui/fields/Segmented.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import { GiftTile } from "./GiftTile.tsx";

const giftsQuery = queryOptions<readonly Gift[]>({
  queryKey: ["gifts"],
  staleTime: 60 * 60_000,
  async queryFn() {
    return answerOf(await browserApi.call("GET /api/fan/gifts")).data;
  },
});

export type GiftTrayProps = {
  tip: Tip;
  balance: number;
  /** Why no gift can be sent now; null when one can. */
  closed: string | null;
  onClose(): void;
};

/** Gifts as tiles of 72 px; the chosen one offers ×1, ×5, ×10 and is sent like a tip. */
export function GiftTray({ tip, balance, closed, onClose }: GiftTrayProps) {
  const { data: gifts, isError, refetch } = useQuery(giftsQuery);
  const panel = useRef<HTMLElement>(null);
  useFocusInside(panel);
  useEscape(onClose);
  return (
    <section
      ref={panel}
      {...focusable}
      aria-label={m.gift_title()}
      className="rounded-20 bg-[#15121Df7] px-3.5 pt-3.5 pb-4 text-white shadow-[inset_0_0_0_1px_#ffffff12] outline-none motion-safe:animate-[rise_200ms_var(--ease)]"
    >
      <header className="flex items-center justify-between px-0.5 pb-2.5">
        <h2 className="text-16!">{m.gift_title()}</h2>
        <IconButton icon="x" label={m.gift_close()} onClick={onClose} className="-my-1.5 -mr-2" />
      </header>
      {/* The tray keeps one height whatever is chosen, so that nothing moves under the finger. */}
      <div className="grid h-[296px] grid-cols-1 grid-rows-[minmax(0,1fr)_auto] gap-3 phone:h-[min(308px,calc(100dvh-88px-var(--offline-bar)))]">
        {isError ? (
          <p className="self-center text-center text-[#DAD4E6]">
            {m.gift_failed()}{" "}
            <button
              type="button"
              onClick={() => refetch()}
              className="min-h-11 font-semibold underline underline-offset-3"
            >
              {m.common_retry()}
            </button>
          </p>
        ) : (
          <Tiles gifts={gifts} tip={tip} />
        )}
        {tip.order.kind === "gift" ? (
          <GiftSend order={tip.order} tip={tip} balance={balance} closed={closed} />
        ) : (
          <Button tone="gold" size="lg" wide disabled className="mb-7">
            {m.gift_choose()}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The tray takes the focus when it opens, so that Tab starts here, and gives it back when it closes. */
function useFocusInside(panel: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [panel]);
}

/** Escape closes the tray wherever the focus is, but for a dialog above it, which takes the key for itself. */
function useEscape(onClose: () => void) {
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) onClose();
  });
  useEffect(() => {
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, []);
}

const focusable = { tabIndex: -1 } as const;

function Tiles({ gifts, tip }: { gifts: readonly Gift[] | undefined; tip: Tip }) {
  const { order } = tip;
  const chosen = order.kind === "gift" ? order.gift.id : null;
  const quantity = order.kind === "gift" ? order.quantity : 1;
  return (
    <fieldset
      disabled={tip.locked || tip.step !== "idle"}
      className="grid min-h-0 min-w-0 grid-cols-[repeat(auto-fill,72px)] content-start justify-between gap-y-2.5 overflow-y-auto [scrollbar-width:thin] disabled:opacity-60"
    >
      <legend className="sr-only">{m.gift_list()}</legend>
      {gifts
        ? gifts.map((gift) => (
            <GiftTile
              key={gift.id}
              gift={gift}
              chosen={gift.id === chosen}
              onChoose={() => tip.choose({ kind: "gift", gift, quantity })}
            />
          ))
        : places.map((place) => <Skeleton key={place} className="h-[92px] w-[72px]" />)}
    </fieldset>
  );
}

const places = Array.from({ length: 12 }, (_, place) => place);

type GiftSendProps = Pick<GiftTrayProps, "tip" | "balance" | "closed"> & {
  order: Extract<TipOrder, { kind: "gift" }>;
};

function GiftSend({ order, tip, balance, closed }: GiftSendProps) {
  const words = { name: giftName(order.gift), amount: tokens(tokensOf(order)) };
  return (
    <SpendActions
      tip={tip}
      balance={balance}
      closed={closed}
      tone="gold"
      tapText={m.gift_send(words)}
      holdText={m.gift_hold(words)}
      beside={
        <Segmented
          label={m.gift_quantity()}
          options={giftQuantities.map((value) => ({ value, text: `×${value}` }))}
          value={order.quantity as (typeof giftQuantities)[number]}
          onChange={(quantity) => tip.choose({ ...order, quantity })}
        />
      }
    />
  );
}

function giftName(gift: Gift): string {
  return inLanguage({ en: gift.name_en, es: gift.name_es });
}
