import { type CSSProperties, type ReactNode, useId } from "react";
import { m } from "#web/paraglide/messages.js";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import type { CheckoutFlow, FlowAction } from "./checkout-flow.ts";
import { gridPackages, openPromo, type PackageOffers, secondsLeft } from "./offers.ts";
import { packageSpans } from "./package-rows.ts";
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
        <PaymentChoice flow={flow} act={act} regionalCountries={offers?.regional_countries ?? []} />
      </div>
    </>
  );
}

function Packages({ offers, now, flow, act }: PackageStepProps & { offers: PackageOffers }) {
  const group = useId();
  const promo = openPromo(offers, now);
  const packages = gridPackages(offers, now);
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
      <PackageGrid count={packages.length}>
        {(place) => {
          const pack = packages[place];
          return (
            pack && (
              <PackageCard
                pack={pack}
                group={group}
                checked={flow.offerId === pack.id}
                onChoose={() => choose(pack.id)}
              />
            )
          );
        }}
      </PackageGrid>
    </fieldset>
  );
}

/** Rows of four at most, of three from 800 px down, of two from 640 px down and beside a stage. */
function PackageGrid({ count, children }: { count: number; children(place: number): ReactNode }) {
  const [four, three, two] = [packageSpans(count, 4), packageSpans(count, 3), packageSpans(count, 2)];
  const cells = four.map((span, place) => ({
    place,
    style: { "--four": span, "--three": three[place], "--two": two[place] },
  }));
  return (
    <div className="grid grid-cols-12 gap-x-2.5 gap-y-3.5 pt-1">
      {cells.map(({ place, style }) => (
        <div
          key={place}
          style={style as CSSProperties}
          // A "max" variant stops one pixel short.
          className="col-span-(--four) grid max-[801px]:col-span-(--three) max-[641px]:col-span-(--two) in-data-beside:col-span-(--two)!"
        >
          {children(place)}
        </div>
      ))}
    </div>
  );
}

const packagesExpected = 6;

function PackagesSkeleton() {
  return (
    <div role="status" aria-label={m.pay_loading()}>
      <PackageGrid count={packagesExpected}>
        {() => <Skeleton className="h-[156px] rounded-16" />}
      </PackageGrid>
    </div>
  );
}
