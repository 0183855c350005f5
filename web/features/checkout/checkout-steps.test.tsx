import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { Promo } from "#contract/payments.ts";
import { promo as offerOfDay } from "#testing/web/checkout/packages.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { useCardForm } from "./card/use-card-form.ts";
import { CardStep } from "./CardStep.tsx";
import { type CheckoutFlow, flowAtStart } from "./checkout-flow.ts";
import { findOffer, type Offer } from "./offers.ts";
import { PackageStep } from "./PackageStep.tsx";
import { Total } from "./Total.tsx";

afterEach(() => overwriteGetLocale(() => "en"));

function draw(step: ReactNode, language: "en" | "es" = "en"): string {
  overwriteGetLocale(() => language);
  const Page = createRoutesStub([{ path: "/", Component: () => step }]);
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Page initialEntries={["/"]} />
    </QueryClientProvider>,
  );
}

/** The readable text, with one space between its parts. */
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=[.,])/g, "")
    .trim();

const offer: Offer = { id: 3, tokens: 500, price: 46.99, charged: 46.99, local: null, promo: false };
const descriptor = "FNL DIGITAL SVCS";

/** The last step, as far as it obliges to pay: the form, what the bank will say, the terms and the total. */
function LastStep({ card = "fields" }: { card?: "fields" | "form" }) {
  const form = useCardForm("julia@mail.test");
  const flow = { ...flowAtStart, step: 2, offerId: offer.id, method: "direct_api_credit" } as const;
  return (
    <>
      <CardStep
        flow={flow}
        act={() => undefined}
        offer={offer}
        descriptor={descriptor}
        form={form}
        card={card}
        hosted={null}
        keeping={null}
        terms={{ accepted: false, accept: () => undefined }}
      />
      <Total offer={offer} ordering />
    </>
  );
}

test("R-PAY-44: the promo banner shows -20%, 250 Tokens, the old and the new price, and what is left of its time", () => {
  const promo: Promo = {
    id: 90,
    tokens: 250,
    old_price: 24.99,
    price: 19.99,
    footer_price: 17.99,
    local_price: null,
    local_banner_price: null,
    local_old_price: null,
    local_currency: null,
    expires_at: "2026-11-05T12:15:00Z",
  };
  const at = (now: string, language: "en" | "es" = "en") =>
    draw(
      <PackageStep
        offers={{ packages: [], promo }}
        now={new Date(now)}
        flow={flowAtStart}
        act={() => undefined}
      />,
      language,
    );
  const html = at("2026-11-05T12:03:18Z");
  const timer = /<span role="timer" aria-label="Time left".*?<\/span>/.exec(html)?.[0] ?? "";
  expect(textOf(timer)).toBe("11:42");
  expect(textOf(html)).toContain("-20% 250 Tokens");
  expect(textOf(/<s .*?<\/s>/.exec(html)?.[0] ?? "")).toBe("Old price $24.99");
  expect(textOf(html)).toContain("New price $19.99 11:42");
  expect(textOf(at("2026-11-05T12:14:59Z", "es"))).toContain("-20% 250 Tokens");
  expect(textOf(at("2026-11-05T12:15:00Z"))).not.toContain("-20%");
});

test("R-PAY-44, R-PAY-47, R-PAY-49: by a regional method the banner and the total of the promo are in pesos", () => {
  const local = {
    local_price: 71_960,
    local_banner_price: 79_960,
    local_old_price: 99_960,
    local_currency: "COP",
  };
  const now = new Date("2026-11-05T12:03:18Z");
  const offers = { packages: [], promo: { ...offerOfDay, ...local, expires_at: "2026-11-05T12:15:00Z" } };
  const step = (flow: CheckoutFlow) =>
    textOf(draw(<PackageStep offers={offers} now={now} flow={flow} act={() => undefined} />));
  const byPse = step({ ...flowAtStart, type: "regional" });
  expect(byPse).toContain("Old price $99.960 COP New price $79.960 COP");
  expect(byPse).not.toContain("$24.99");
  expect(step(flowAtStart)).toContain("Old price $24.99 New price $19.99");
  const total = textOf(draw(<Total offer={findOffer(offers, offerOfDay.id, now)} local />));
  expect(total).toContain("$71.960 COP $17.99 Old price $79.960 COP");
});

test.each([
  ["en", "500 tokens, VAT included. One-time charge, no rebilling.", "The charge will appear as"],
  ["es", "500 tokens, IVA incluido. Cobro único, sin renovación.", "El cobro aparecerá como"],
] as const)(
  "R-PAY-51, R-PAY-52, R-LEGAL-12, R-LEGAL-13, R-OPEN-41: the last step says VAT, the single charge and the name on the statement (%s)",
  (language, total, statement) => {
    const text = textOf(draw(<LastStep />, language));
    expect(text).toContain(`$46.99 ${total}`);
    expect(text).toContain(`${statement} ${descriptor}`);
  },
);

test.each([
  ["en", "fields", "The charge will appear as"],
  ["es", "fields", "El cobro aparecerá como"],
  ["en", "form", "The charge will appear as"],
  ["es", "form", "El cobro aparecerá como"],
] as const)(
  "R-PAY-51, R-OPEN-41: how the charge will appear can be read, and is read out once (%s, the card in %s)",
  (language, card, sentence) => {
    const html = draw(<LastStep card={card} />, language);
    const figure = /<figure.*?<\/figure>/s.exec(html)?.[0] ?? "";
    expect(textOf(figure)).toBe(`${sentence} ${descriptor} ${descriptor} −46.99`);
    const spoken = textOf(figure.replaceAll(/<span aria-hidden="true".*?<\/span>/gs, ""));
    expect(spoken).toBe(`${sentence} ${descriptor}`);
    expect(figure).not.toContain("aria-label");
  },
);

test.each([
  ["en", "I am 18 or older and accept the Terms of Service", "Privacy Policy"],
  ["es", "Tengo 18 años o más y acepto los Términos del servicio", "Política de privacidad"],
] as const)(
  "R-LEGAL-11, R-PAY-30: the terms stand before the order, unaccepted, and open beside the form (%s)",
  (language, terms, privacy) => {
    const html = draw(<LastStep />, language);
    const box = /<input[^>]*type="checkbox"[^>]*>/.exec(html)?.[0] ?? "";
    expect(box).toContain('name="terms"');
    expect(box).not.toContain("checked");
    expect(textOf(html)).toContain(terms);
    expect(html).toMatch(/<a [^>]*href="\/terms-of-service"[^>]*target="_blank"/);
    expect(html).toMatch(new RegExp(`<a [^>]*href="/privacy-policy"[^>]*target="_blank"[^>]*>${privacy}`));
  },
);
