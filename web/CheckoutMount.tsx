import { Suspense, useEffect, useState } from "react";
import { type CheckoutOpening, onCheckoutOpened } from "#web/entities/wallet/open-checkout.ts";
import { lazily } from "#web/lib/hydration/later.tsx";

const CheckoutDialog = lazily(() =>
  import("#web/features/checkout/CheckoutDialog.tsx").then((file) => file.CheckoutDialog),
);

/** Loads the buy-tokens dialog when somebody asks for it, over whatever page is open. */
export function CheckoutMount() {
  const [opening, setOpening] = useState<CheckoutOpening | null>(null);
  useEffect(() => onCheckoutOpened(setOpening), []);
  if (opening === null) return null;
  return (
    <Suspense>
      <CheckoutDialog opening={opening} onClose={() => setOpening(null)} />
    </Suspense>
  );
}
