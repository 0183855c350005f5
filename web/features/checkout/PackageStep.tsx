import { useId } from "react";
import { m } from "#web/paraglide/messages.js";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import type { CheckoutFlow, FlowAction } from "./checkout-flow.ts";
import { gridPackages, openPromo, type PackageOffers, secondsLeft } from "./offers.ts";
import { PackageCard } from "./PackageCard.tsx";
import { PaymentChoice } from "./PaymentChoice.tsx";
import { PromoBanner } from "./PromoBanner.tsx";

type PackageStepProps = {
  offers: PackageOffers | null;
  now: Date;
  flow: CheckoutFlow;
  act(action: FlowAction): void;
};

/** Step 1: what to buy, and how to pay for it. */
export function PackageStep({ offers, now, flow, act }: PackageStepProps) {
  return (
    <>
      {offers === null ? <PackagesSkeleton /> : <Packages offers={offers} now={now} flow={flow} act={act} />}
      <div className="grid gap-2">
        <span className="text-12 font-[550] text-text-2">{m.pay_how()}</span>
        <PaymentChoice flow={flow} act={act} />
      </div>
    </>
  );
}

function Packages({ offers, now, flow, act }: PackageStepProps & { offers: PackageOffers }) {
  const group = useId();
  const promo = openPromo(offers, now);
  const choose = (offerId: number) => act({ do: "choose_offer", offerId });
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">{m.pay_packages()}</legend>
      {promo && (
        <PromoBanner
          promo={promo}
          secondsLeft={secondsLeft(promo.expires_at, now)}
          group={group}
          checked={flow.offerId === promo.id}
          local={flow.type === "regional"}
          onChoose={() => choose(promo.id)}
        />
      )}
      <div className={packageGrid}>
        {gridPackages(offers, now).map((pack) => (
          <PackageCard
            key={pack.id}
            pack={pack}
            group={group}
            checked={flow.offerId === pack.id}
            onChoose={() => choose(pack.id)}
          />
        ))}
      </div>
    </fieldset>
  );
}

// Up to and including 800 and 640 px: a "max" variant stops one pixel short.
const packageGrid =
  "grid grid-cols-4 gap-x-2.5 gap-y-3.5 pt-1 max-[801px]:grid-cols-3 max-[641px]:grid-cols-2 in-data-beside:grid-cols-2!";

const skeletonPlaces = [1, 2, 3, 4, 5, 6];

function PackagesSkeleton() {
  return (
    <div className={packageGrid} role="status" aria-label={m.pay_loading()}>
      {skeletonPlaces.map((place) => (
        <Skeleton key={place} className="h-[156px] rounded-16" />
      ))}
    </div>
  );
}
