import { fireEvent, screen } from "@testing-library/react";
import { vi } from "vitest";
import type { Language } from "#contract/common.ts";
import type { Answer } from "#contract/endpoint.ts";
import type { paymentsContract, Promo } from "#contract/payments.ts";
import type { FanProfile } from "#contract/profile.ts";
import { type Answers, fanProfile, openPage } from "#testing/component/page.tsx";
import { CheckoutDialog } from "#web/features/checkout/CheckoutDialog.tsx";
import type { RealtimeClient } from "#web/lib/realtime/realtime-client.ts";
import { RealtimeProvider } from "#web/lib/realtime/RealtimeProvider.tsx";
import { packages } from "./packages.ts";

type Packages = Answer<(typeof paymentsContract)["GET /api/token-packages"]>["body"]["data"];

type Scene = {
  viewer?: Partial<FanProfile>;
  offer?: Promo | null;
  /** The answer of `GET /api/token-packages` where it differs from the usual one. */
  data?: Partial<Packages>;
  /** The API's answers besides the profile, the packages and the methods. */
  answers?: Answers;
  signedIn?: boolean;
  /** The price of the thing that the fan wanted, in tokens. */
  needed?: number;
  offerId?: number;
  /** The checkout was opened in a room whose show runs. */
  beside?: boolean;
  /** English by default. */
  language?: Language;
  /** The page's realtime connection; none by default. */
  live?: RealtimeClient | undefined;
};

/** Opens the checkout; what it is answered may be another fan or another offer. */
export function openCheckout({
  viewer,
  offer = null,
  data,
  answers,
  signedIn = true,
  needed,
  offerId,
  beside,
  language = "en",
  live,
}: Scene = {}) {
  const onClose = vi.fn<() => void>();
  const dialog = (
    <CheckoutDialog
      opening={{
        ...(needed === undefined ? {} : { reason: "balance_too_low", needed }),
        ...(offerId === undefined ? {} : { offerId }),
        beside,
      }}
      onClose={onClose}
    />
  );
  const page = openPage(
    live === undefined ? (
      dialog
    ) : (
      <RealtimeProvider ticket={async () => ({ ticket: "t" })} client={live}>
        {dialog}
      </RealtimeProvider>
    ),
    {
      "GET /api/fan/profile": fanProfile(viewer),
      "GET /api/token-packages": {
        success: true,
        data: {
          packages,
          promo: offer,
          descriptor: "FNL",
          open: true,
          card: "fields",
          hosted_fields: null,
          regional_countries: [],
          saves_cards: false,
          retry_after: null,
          ...data,
        },
      },
      "GET /api/directa24/payment-methods": {
        data: [{ name: "PSE", code: "PC", type: "bank", logo: "" }],
        links: { next: null },
      } as never,
      ...answers,
    },
    { signedIn, language },
  );
  return { ...page, onClose };
}

export const radio = (name: string | RegExp) => screen.getByRole("radio", { name });
export const proceed = () => screen.getByRole("button", { name: "Get Tokens" });
export const order = () => {
  const button = screen.getByText(/^Place your order/).closest("button");
  if (!button) throw new Error("the order is placed by a button");
  return button;
};
export const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);

/** The checkout at its second step, with the pack of 100 chosen. */
export async function openForm(scene: Scene = {}) {
  const page = openCheckout(scene);
  await page.user.click(await screen.findByRole("radio", { name: /^100 Tokens/ }));
  await page.user.click(proceed());
  return page;
}

/** Replaces what a field holds at once, as a browser does that fills a form in. */
export const fill = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });

/** The texts of a complete order, by the labels of its fields. */
export const good: readonly [label: string, text: string][] = [
  ["Card number", "4242424242424242"],
  ["Expiration date", "1239"],
  ["CVV", "123"],
  ["Cardholder name", "Jo Example"],
  ["Address", "1 Sunset Road"],
  ["City", "Los Angeles"],
  ["ZIP/Postal code", "90001"],
];

export function fillForm(): void {
  for (const [label, text] of good) fill(label, text);
  fireEvent.change(field("State"), { target: { value: "CA" } });
  fireEvent.click(field(/^I am 18 or older/));
}

/** The checkout at its second step with everything filled in. */
export async function openFilledForm(scene: Scene = {}) {
  const page = await openForm(scene);
  fillForm();
  return page;
}
