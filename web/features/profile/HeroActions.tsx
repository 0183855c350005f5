import { type ComponentType, useState } from "react";
import type { ModelPage } from "#contract/catalog.ts";
import { FavoriteForm } from "#web/entities/room/FavoriteForm.tsx";
import { noPictureText } from "#web/entities/room/no-picture-text.ts";
import { promoOffer } from "#web/entities/show/promo-offer.ts";
import { useUnseen } from "#web/entities/show/unseen.ts";
import { SubscribeButton } from "#web/entities/subscription/SubscribeButton.tsx";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import type { FanAction } from "./use-fan-action.ts";

/** Where a tip is chosen and sent; its code may come late. */
export type TipPart = ComponentType<{ model: ModelPage; open: boolean; onClose(): void }>;

type HeroActionsProps = {
  page: ModelPage;
  tipping: boolean;
  onAction(action: FanAction): void;
  onTipped(): void;
  Tip: TipPart;
};

/** On small screens half a row; all actions together take two. */
const half = "max-lg:min-w-0 max-lg:flex-1 max-lg:basis-[44%]";

/** Beside others on small screens: the drawing alone, as narrow as a finger allows, so that two rows hold everything. */
const icon = "max-lg:w-11 max-lg:flex-none max-lg:px-0!";

/** The actions with a model: watch them, tip them, keep them. */
export function HeroActions({ page, tipping, onAction, onTipped, Tip }: HeroActionsProps) {
  // The sheet stays once it has been opened, so that it can close in its own time.
  const [wasTipping, setWasTipping] = useState(tipping);
  if (tipping && !wasTipping) setWasTipping(true);
  return (
    <div className="flex flex-wrap gap-2.5 max-lg:gap-2">
      {page.isStream && (
        <ButtonLink to={`/stream/${page.login}`} tone="primary" size="lg" className={half} viewTransition>
          <Icon name="play" />
          {m.profile_watch()}
        </ButtonLink>
      )}
      {page.isStream && <ShowLink page={page} />}
      <Button
        tone={page.isStream ? "outline" : "primary"}
        size="lg"
        aria-haspopup="dialog"
        onClick={() => onAction("tip")}
        className={page.isStream ? icon : cx(half, "max-sm:basis-full")}
      >
        <Icon name="tip" />
        <span className={cx(page.isStream && "max-lg:sr-only")}>{m.profile_tip()}</span>
      </Button>
      <SubscribeButton
        model={{ id: page.id, name: page.artisticName }}
        known={page}
        size="lg"
        className="max-lg:min-w-0 max-lg:flex-1 max-sm:basis-[calc(100%-156px)] max-lg:gap-1.5! max-lg:px-2! max-lg:text-14! max-lg:leading-tight!"
      />
      <Button
        tone="outline"
        size="lg"
        aria-label={m.inbox_message_to({ name: page.artisticName })}
        title={m.inbox_message_to({ name: page.artisticName })}
        onClick={() => onAction("message")}
        className="w-[52px] flex-none px-0! max-lg:w-11"
      >
        <Icon name="chat" />
      </Button>
      <FavoriteForm model={page} onPress={() => onAction("like")}>
        {(submit) => (
          <Button
            {...submit}
            type="submit"
            tone="outline"
            size="lg"
            aria-pressed={page.liked}
            aria-label={m.home_favourite({ name: page.artisticName })}
            title={m.home_favourite({ name: page.artisticName })}
            className={cx("w-[52px] flex-none px-0! max-lg:w-11", page.liked && "text-[#FF5C93]!")}
          >
            <Icon name="heart" filled={page.liked} />
          </Button>
        )}
      </FavoriteForm>
      {wasTipping && <Tip model={page} open={tipping} onClose={onTipped} />}
    </div>
  );
}

/** The way to free minutes that the model gives, to a show of one's own, or to spying on the one that runs: the room asks for the consent. */
function ShowLink({ page }: { page: ModelPage }) {
  const { stream_type: type } = page.stream;
  const unseen = useUnseen();
  const offer = promoOffer(page.promoStreamData);
  if (offer && (type === "public" || type === "promo"))
    return (
      <ButtonLink
        to={offer.path}
        tone="private"
        size="lg"
        className={cx(half, "max-lg:px-3! max-sm:gap-1.5! max-sm:px-1.5! max-sm:text-14!")}
      >
        <Icon name="gift" size={18} className="max-sm:hidden" />
        {m.promo_open()}
        <small className="text-12 font-medium tabular-nums">{m.promo_minutes_short(offer)}</small>
      </ButtonLink>
    );
  if (type === "vip" || type === "promo") return null;
  if (unseen !== null)
    return (
      <p className="grid basis-full gap-0.5 text-14 text-text-2">
        <span className="font-semibold">{noPictureText(unseen).title}</span>
        {m.picture_no_show()}
      </p>
    );
  const [kind, rate] =
    type === "private" ? (["spy", page.rates.spy] as const) : (["private", page.rates.private] as const);
  return (
    <ButtonLink
      to={showActionPath(page.login, kind)}
      tone="private"
      size="lg"
      className={cx(half, "max-lg:px-3!")}
    >
      <Icon name={kind === "spy" ? "eye" : "lock"} size={18} />
      {kind === "spy" ? m.profile_spy() : m.room_private()}
      <small className="text-12 font-medium">{m.room_per_minute({ count: rate })}</small>
    </ButtonLink>
  );
}

/** The address of a model's room that opens the consent to a show; it survives signing in. */
function showActionPath(slug: string, kind: "private" | "vip" | "spy"): string {
  return `/stream/${slug}?show=${kind}`;
}
