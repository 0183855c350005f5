import { memo, Suspense, useState } from "react";
import { Link } from "react-router";
import type { ModelCard } from "#contract/catalog.ts";
import type { Language } from "#contract/common.ts";
import { portraitOf, previewOf } from "#web/entities/room/card-picture.ts";
import { FavoriteForm } from "#web/entities/room/FavoriteForm.tsx";
import { promoOffer } from "#web/entities/show/promo-offer.ts";
import { ago, shortCount } from "#web/lib/i18n/format.ts";
import { nameOf } from "#web/lib/i18n/names.ts";
import { lazyComponent, useHydrated } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { Badge, type BadgeMode, badgeModeOf, Pill } from "#web/ui/Badge.tsx";
import { Flag } from "#web/ui/pictures/Flag.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { placeholderGradient } from "#web/ui/pictures/placeholder.ts";
import { preloadPicture } from "#web/ui/pictures/preload-picture.ts";

const CardBell = lazyComponent(() => import("./CardBell.tsx").then((file) => file.CardBell));

export type RoomCardProps = {
  card: ModelCard;
  /** Renders the card again when the language changes. */
  language: Language;
  /** When the list was made, for "seen 2 h ago". */
  now: string;
  /** Place in the list: pictures of the first row load at once, and the first two, in sight on every screen, first. */
  place: number;
  /** The model's place in the ranking in words, for a list that shows it. */
  rank?: string | undefined;
  /** The gender among whom they have that place, where the list shows several. */
  rankOf?: string | undefined;
  /** One of many small ones. */
  small?: boolean;
  /** Cards of who is away have a bell. */
  bells: boolean;
  onLike(card: ModelCard): void;
};

/** Cards in the first row of the widest layout. */
const firstRow = 5;

/** One model: a link with the whole story in its name, into their room or to their page; the heart is its sibling, and so is the bell of who is away. */
export const RoomCard = memo(function RoomCard(props: RoomCardProps) {
  const { card, bells, onLike } = props;
  return (
    <li
      id={roomCardId(card)}
      className="room-card"
      data-mode={modeOf(card)}
      data-preview={previewOf(card)}
      data-testid={roomCardId(card)}
    >
      <Link
        to={card.isStream ? `/stream/${card.login}` : `/${card.login}`}
        className="room-card-face"
        viewTransition
      >
        <CardFace {...props} />
        <span className="sr-only">{cardName(props)}</span>
      </Link>
      <Heart card={card} onLike={onLike} />
      {bells && !card.isStream && <Bell card={card} />}
    </li>
  );
});

/** Everything a card shows, in one sentence, in a ranking their place first: the accessible name of its link. */
export function cardName(content: CardContent): string {
  const { artisticName, age, country, watchers, isStream, isNew } = content.card;
  const watching = watchers > 0 && m.home_watching({ count: shortCount(watchers) });
  const from = nameOf("region", country.toUpperCase());
  const parts = [
    content.rank,
    content.rankOf,
    artisticName,
    age,
    from,
    stateText(content.card),
    watching,
    lineOf(content),
  ];
  const facts = isStream ? [isNew && m.home_new(), spokenBy(content.card)] : [];
  return [...parts, ...facts].filter(Boolean).join(", ");
}

/** The content of a card, which its accessible name says too. */
type CardContent = Pick<RoomCardProps, "card" | "language" | "now" | "rank" | "rankOf">;

/** A public room whose model gives the viewer free minutes is a promo, too. */
function modeOf({ isStream, stream, promoStreamData }: ModelCard): BadgeMode {
  if (!isStream) return "off";
  const mode = badgeModeOf(stream);
  return mode === "live" && promoStreamData ? "promo" : mode;
}

function stateText(card: ModelCard): string {
  const mode = modeOf(card);
  if (mode === "off") return card.isOnline ? m.home_online() : m.home_state_offline();
  if (card.stream.status === "paused") return m.home_state_paused();
  if (mode === "private") return m.home_state_private();
  if (mode === "vip") return m.home_state_vip();
  if (mode === "promo") return m.common_badge_promo();
  return m.home_state_public();
}

/** The boundary comes with the bell: one that stood before would hold up the page until the bell's code is there. */
function Bell({ card }: { card: ModelCard }) {
  return (
    useHydrated() && (
      <Suspense>
        <CardBell card={card} />
      </Suspense>
    )
  );
}

/** The id of a model's card in the document. */
export const roomCardId = ({ login }: Pick<ModelCard, "login">) => `room-${login}`;

function CardFace(props: RoomCardProps) {
  const { card, language, place, rank, rankOf, small = false } = props;
  const text = badgeText(card);
  return (
    <span aria-hidden="true" className="contents">
      <CardPicture card={card} place={place} small={small} />
      <span className="room-card-top">
        <Badge mode={text ? "off" : modeOf(card)} text={text} />
        {card.watchers > 0 && (
          <Pill tone="video">
            <Icon name="eye" size={14} />
            {shortCount(card.watchers, language)}
          </Pill>
        )}
      </span>
      <span className="room-card-body">
        {rank !== undefined && (
          <b className="room-card-rank">
            #{card.earningRank} <small>{rankOf}</small>
          </b>
        )}
        <span className="flex items-center gap-[7px] text-16 font-[650] tracking-[-.01em]">
          <span className="truncate pr-px">{card.artisticName}</span>
          <span className="font-[450] text-[#DAD4E6]">{card.age}</span>
          <Flag country={card.country} />
        </span>
        <span className="room-card-topic">{lineOf(props)}</span>
        {card.isStream && (
          <span className="room-card-facts">
            {card.isNew && <b>{m.home_new()}</b>}
            {spokenBy(card)}
          </span>
        )}
        {card.isStream && (
          <span className="room-card-more">
            <Icon name="lock" size={14} />
            {m.home_private_rate({ rate: card.rates.private })}
          </span>
        )}
      </span>
    </span>
  );
}

/** The languages of a model by their codes: their names would take a phone a tenth of a second to make. */
const spokenBy = ({ languages }: ModelCard) => languages.join(" ").toUpperCase();

/** The text of the badge for a model who would else be called live, or offline. */
function badgeText({ isStream, stream, isOnline }: ModelCard): string | undefined {
  if (isStream) return stream.status === "paused" ? m.home_badge_paused() : undefined;
  return isOnline ? m.home_online() : undefined;
}

/** The present picture of the model's public room, or else their portrait. */
function CardPicture({ card, place, small }: { card: ModelCard; place: number; small: boolean }) {
  const { tall, thumbhash } = card.pictures;
  const [missing, setMissing] = useState("");
  const live = previewOf(card) && card.pictures.live !== missing ? card.pictures.live : "";
  const sources = live ? { src: live, "data-live": true } : portraitOf(card.pictures, small);
  if (live && place < 2) preloadPicture(live);
  return (
    <picture className="room-card-pic" style={{ backgroundImage: placeholderGradient(thumbhash) }}>
      {!live && !small && <source media="(max-width: 639px)" srcSet={tall} width={360} height={640} />}
      <img
        {...sources}
        onError={live ? () => setMissing(live) : undefined}
        width={480}
        height={600}
        alt=""
        loading={place < firstRow ? "eager" : "lazy"}
        fetchPriority={place < 2 ? "high" : "auto"}
        decoding={place < 2 ? "sync" : "async"}
      />
    </picture>
  );
}

function Heart({ card, onLike }: { card: ModelCard; onLike(card: ModelCard): void }) {
  const name = card.artisticName;
  return (
    <FavoriteForm model={card} onPress={() => onLike(card)}>
      {(submit) => (
        <button
          {...submit}
          type="submit"
          aria-pressed={card.liked}
          aria-label={m.home_favourite({ name })}
          className="room-card-heart"
        >
          <Icon name="heart" filled={card.liked} />
        </button>
      )}
    </FavoriteForm>
  );
}

/** The line under the name: the room's topic, or when they were seen. */
function lineOf({ card, language, now }: CardContent): string {
  const { isStream, isOnline, stream, rates, topic, lastConnection } = card;
  if (isStream) {
    const offer = modeOf(card) === "promo" ? promoOffer(card.promoStreamData) : null;
    if (offer) return m.home_promo_minutes(offer);
    return stream.type === "private" && rates.spy > 0
      ? m.home_spy_rate({ rate: rates.spy })
      : topic[language];
  }
  if (isOnline) return "";
  if (lastConnection === null) return m.home_not_seen();
  return m.home_seen({ ago: ago(lastConnection, new Date(now), language) });
}
