import { useState } from "react";
import type { InShowEntry } from "#web/entities/room/room-entry.ts";
import { useUnseen } from "#web/entities/show/unseen.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { openedComponent, useLatch } from "#web/lib/page/lazy.tsx";
import { useBalance } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { stageSheetPlace } from "#web/ui/overlays/sheet-opening.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import type { Terms } from "./consent.ts";
import { isFreeLook } from "./show-texts.ts";
import { UnseenNote } from "./UnseenNote.tsx";
import { useAskShow } from "./use-ask-show.ts";
import { useFanShow } from "./use-fan-show.ts";
import { useShowAction } from "./use-show-action.ts";

const ConsentSheet = openedComponent(
  () => import("./ConsentSheet.tsx").then((file) => file.ConsentSheet),
  stageSheetPlace,
);
const ShowOver = openedComponent(() => import("./ShowOver.tsx").then((file) => file.ShowOver));

type SpyGateProps = {
  entry: InShowEntry;
  container: HTMLElement | null;
  /** The fan is in the show, or what they are offered at its door has changed. */
  onChanged(): void;
};

/** The way into a private show as a spy: a free look, and the consent without which nothing is charged. */
export function SpyGate({ entry, container, onChanged }: SpyGateProps) {
  const { slug, model, spy } = entry;
  const name = model?.artisticName ?? slug;
  const fan = useFanShow(slug);
  const unseen = useUnseen();
  const [wanted, want] = useState(false);
  const balance = useBalance() ?? 0;
  const spying = useAskShow({ id: model?.id ?? 0, login: slug }, { onSpying: onChanged });
  useShowAction((kind) => kind === "spy" && want(true));
  const looked = fan.over !== null && isFreeLook(fan.over.show);
  const price = { rate: spy?.rate ?? 1, minimum: 0, freeSeconds: spy?.free_seconds ?? 0 };
  const terms: Terms = { kind: "spy", ...price, spyRate: null };
  const consents = useLatch(wanted || looked);
  const close = () => {
    spying.reset();
    want(false);
    if (looked) fan.forgetOver();
  };
  const look = async () => {
    const cap = { kind: "look", seconds: spy?.free_seconds ?? 0 } as const;
    if (await spying.run({ terms, cap })) return;
    want(true);
    // There may be no free seconds left.
    onChanged();
  };
  return (
    <>
      {fan.over && !looked && <ShowOver over={fan.over} name={name} onClose={fan.forgetOver} />}
      {spy && unseen !== null && <UnseenNote cause={unseen} />}
      {spy && model && unseen === null && (
        <div className="mt-3 grid w-full gap-2">
          {spy.free_seconds > 0 && (
            <Button
              tone="private"
              size="lg"
              wide
              busy={spying.pending && !wanted}
              onClick={() => void look()}
            >
              <Icon name="eye" size={18} />
              {m.spy_look({ count: spy.free_seconds })}
            </Button>
          )}
          <Button
            tone={spy.free_seconds > 0 ? "outline" : "private"}
            size="lg"
            wide
            aria-haspopup="dialog"
            onClick={() => want(true)}
          >
            {m.spy_open({ count: spy.rate, amount: tokens(spy.rate) })}
          </Button>
          <p className="text-12 text-balance text-text-2">
            {spy.free_seconds > 0 ? m.spy_look_note() : m.spy_note()}
          </p>
        </div>
      )}
      {consents && spy && model && (
        <ConsentSheet
          open={wanted || looked}
          uninvited={!wanted}
          onClose={close}
          container={container}
          model={{ name, avatar: model.pictures.portrait_small }}
          terms={terms}
          balance={balance}
          refusal={spying.refusal}
          pending={spying.pending}
          asked={spying.open}
          onAgree={async (agreement) => {
            if (await spying.run(agreement)) want(false);
          }}
        />
      )}
    </>
  );
}
