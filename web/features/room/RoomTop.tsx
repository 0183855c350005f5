import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Room } from "#contract/live.ts";
import { MessageButton } from "#web/entities/message/MessageButton.tsx";
import { promoOffer } from "#web/entities/show/promo-offer.ts";
import { useUnseen } from "#web/entities/show/unseen.ts";
import { CheckoutForm } from "#web/entities/wallet/CheckoutForm.tsx";
import { HeldTokens } from "#web/entities/wallet/HeldTokens.tsx";
import { tokens } from "#web/lib/i18n/format.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { Badge, badgeModeOf, Pill } from "#web/ui/Badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { Flag } from "#web/ui/pictures/Flag.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { FavoriteButton } from "./FavoriteButton.tsx";
import { GoalBar } from "./GoalBar.tsx";

export type RoomTopProps = {
  room: Room;
  balance: number;
  /** Opens the consent to a VIP show. */
  onVip(): void;
  /** On phones, which have no bar under the picture: how late it is, at the end of the details. */
  latency: ReactNode;
  /** On phones, during a show: its meter. */
  meter?: ReactNode;
  /** Under all that, at the end: the fan's own camera. */
  corner?: ReactNode;
  /** On phones, during a show: what the picture is doing when it does not move. */
  notice?: ReactNode;
  /** On phones: the controls of the picture, beside the goal. */
  children: ReactNode;
};

/** Over the picture: who is live, the mode, how many watch, what one has. */
export function RoomTop({ room, balance, onVip, latency, meter, corner, notice, children }: RoomTopProps) {
  const { model } = room;
  return (
    <header className="absolute inset-x-4 top-4 z-3 has-aria-expanded:z-4 grid grid-cols-[minmax(0,1fr)] gap-2.5 phone:inset-x-3 phone:top-[calc(10px+env(safe-area-inset-top))]">
      <div className="flex items-center gap-3 phone:gap-2">
        {/* The name beside it is the same link for everybody who finds their way by words or keys. */}
        <Link to={`/${model.login}`} tabIndex={-1} aria-hidden="true" className="flex-none rounded-full">
          <Avatar name={model.artisticName} src={model.pictures.portrait_small} />
        </Link>
        <div className="min-w-0 flex-1">
          <h1 className="flex items-center gap-2 text-16! font-[650]! tracking-normal!">
            <Link
              to={`/${model.login}`}
              title={m.room_profile({ name: model.artisticName })}
              className="truncate rounded-6 hover:underline"
            >
              {model.artisticName}
            </Link>
            <Flag country={model.country} />
          </h1>
          <p className="truncate text-[#DAD4E6]">{inLanguage(model.topic)}</p>
        </div>
        {/* What goes when a show begins stands first, so that nothing beside it moves. */}
        {!room.show && <VipButton onClick={onVip} />}
        <MessageButton model={model} className="size-10! phone:hidden" />
        <FavoriteButton modelId={model.id} liked={model.liked} />
        <Link
          to="/"
          aria-label={m.room_leave()}
          title={m.room_leave()}
          className="grid size-11 flex-none place-items-center rounded-full bg-[rgb(11_10_16/.62)] text-white desktop:hidden"
        >
          <Icon name="x" />
        </Link>
      </div>
      <Details room={room} balance={balance} end={latency} />
      {meter}
      {/*
        All parts stay in one row: on a small phone the chat begins one line below. In a show it is another row, below the
        meter, which has its place: lower down the meter would cover the face.
      */}
      <div
        key={room.show ? "show" : "room"}
        className={cx("flex justify-end gap-1.5", corner ? "items-start" : "items-center desktop:hidden")}
      >
        {room.goal && !room.show && (
          <div className="min-w-0 flex-1 rounded-12 bg-plate px-3 py-2 desktop:hidden">
            <GoalBar goal={room.goal} />
          </div>
        )}
        {corner}
        <div className="contents desktop:hidden">{children}</div>
      </div>
      {notice}
    </header>
  );
}

function VipButton({ onClick }: { onClick(): void }) {
  if (useUnseen() !== null) return null;
  return (
    <button
      type="button"
      onClick={onClick}
      aria-haspopup="dialog"
      title={m.room_vip_open()}
      className="inline-flex h-10 items-center gap-2 rounded-full bg-[rgb(11_10_16/.62)] px-3.5 font-semibold text-[#FFC24B] shadow-[inset_0_0_0_1.5px_#FFC24B] transition-colors duration-(--hover) hover:bg-[rgb(11_10_16/.86)] phone:h-11 phone:gap-1.5 phone:px-2.5"
    >
      <Icon name="crown" size={18} />
      {m.room_vip()}
    </button>
  );
}

function Details({ room, balance, end }: { room: Room; balance: number; end: ReactNode }) {
  const fact = "h-7! px-2.5!";
  const offer = room.show ? null : promoOffer(room.model.promoStreamData);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {(room.show || room.stream.status !== "paused") && (
        <Badge mode={badgeModeOf(room.stream)} className="h-7!" />
      )}
      {room.stream.status === "paused" && (
        <Pill tone="video" className={fact}>
          <Icon name="pause" size={14} />
          {room.pause === "model_paused" ? m.room_badge_paused() : m.room_badge_interrupted()}
        </Pill>
      )}
      {!room.show && (
        <Pill tone="video" className={fact}>
          <Icon name="eye" size={14} />
          <span aria-hidden="true">{tokens(room.watchers)}</span>
          <span className="sr-only">{m.room_watching({ count: tokens(room.watchers) })}</span>
        </Pill>
      )}
      <CheckoutForm beside={room.show !== null}>
        <button
          type="submit"
          title={m.room_top_up()}
          className="relative inline-flex h-7 items-center gap-[5px] rounded-6 bg-plate px-2.5 text-12 font-semibold whitespace-nowrap text-white after:absolute after:-inset-2 hover:bg-[rgb(11_10_16/.86)]"
        >
          <Coin size={16} />
          <b aria-hidden="true" className="font-bold" data-balance={balance}>
            {tokens(balance)}
          </b>
          <span className="sr-only">{m.room_balance({ count: balance, amount: tokens(balance) })}</span>
          <HeldTokens className="font-normal tabular-nums" />
          <Icon name="plus" size={14} className="text-[#FFC24B] [stroke-width:2.4]" />
          <span className="sr-only">. {m.room_top_up()}</span>
        </button>
      </CheckoutForm>
      {offer && (
        <Link to={offer.path} className="relative rounded-6 after:absolute after:-inset-2">
          <Badge mode="promo" text={`${m.promo_open()} ${m.promo_minutes_short(offer)}`} className="h-7!" />
        </Link>
      )}
      {end}
    </div>
  );
}
