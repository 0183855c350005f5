import { useQuery } from "@tanstack/react-query";
import type { Room } from "#contract/live.ts";
import { ratesQuery } from "#web/entities/room/rates-query.ts";
import type { FanShow } from "#web/entities/show/fan-show.ts";
import type { ConsentKind, Terms } from "./consent.ts";
import { ConsentSheet } from "./ConsentSheet.tsx";
import { InvitationSheet } from "./InvitationSheet.tsx";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { PriceSheet } from "./PriceSheet.tsx";
import { RequestSheet } from "./RequestSheet.tsx";
import { ShowBegins } from "./ShowBegins.tsx";
import { useAskShow } from "./use-ask-show.ts";

type ShowLayersProps = {
  room: Room;
  fan: FanShow & { forgetRequest(): void };
  /** Seconds of the countdown with which a show begins; 0 without one. */
  beginning: number;
  /** The fan is asked whether they want to leave the show. */
  leaving: boolean;
  onLeaving(asking: boolean): void;
  balance: number;
  container: HTMLElement | null;
  /** The consent that the fan has opened. */
  consent: Exclude<ConsentKind, "spy"> | null;
  onConsent(kind: Exclude<ConsentKind, "spy"> | null): void;
};

/** Everything about a show that may lie over the stage of an open room, one at a time. */
export function ShowLayers(props: ShowLayersProps) {
  const { room, fan, beginning, leaving, onLeaving, balance, container, consent, onConsent } = props;
  const { model } = room;
  const name = model.artisticName;
  const asking = useAskShow(model);
  useQuery({ ...ratesQuery(model.id), enabled: consent !== null });
  const show = room.show && (fan.show ?? room.show);
  if (show) {
    const { offer } = show;
    return (
      <>
        {show.role === "payer" && <ShowBegins mode={show.mode} left={beginning} />}
        <LeaveGuard show={show} name={name} container={container} asking={leaving} onAsk={onLeaving} />
        {offer && !leaving && show.role !== "promo" && (
          <PriceSheet key={offer.rate} show={show} offer={offer} name={name} container={container} />
        )}
      </>
    );
  }
  if (fan.invitation)
    return (
      <InvitationSheet
        key={fan.invitation.id}
        invitation={fan.invitation}
        model={{ id: model.id, name, avatar: model.pictures.portrait_small }}
        spyRate={room.rates.spy}
        balance={balance}
        container={container}
      />
    );
  return (
    <>
      <ConsentSheet
        open={consent !== null && fan.request === null}
        onClose={() => {
          asking.reset();
          onConsent(null);
        }}
        container={container}
        model={{ name, avatar: model.pictures.portrait_small }}
        terms={termsOf(room, consent ?? "private")}
        balance={balance}
        choice={{
          rates: room.rates,
          onChoose(kind) {
            asking.reset();
            onConsent(kind);
          },
        }}
        refusal={asking.refusal}
        pending={asking.pending}
        asked={asking.open}
        onAgree={async (agreement) => {
          if (await asking.run(agreement)) onConsent(null);
        }}
      />
      <RequestSheet
        request={fan.request}
        name={name}
        container={container}
        onRead={fan.forgetRequest}
        onAskAgain={(mode) => {
          fan.forgetRequest();
          onConsent(mode);
        }}
      />
    </>
  );
}

/** The model's terms for a show of a kind; the least charge is never more than a minute. */
export function termsOf({ rates, terms }: Pick<Room, "rates" | "terms">, kind: "private" | "vip"): Terms {
  const rate = rates[kind];
  const spyRate = kind === "private" && terms.spies_allowed ? rates.spy : null;
  const minimum = Math.min(rates.minimum, rate);
  return { kind, rate, minimum, spyRate, twoWay: terms.two_way_allowed };
}
