import type { Language } from "#contract/common.ts";
import type { FormOffer, Promo, TokenPackage } from "#contract/payments.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { gatewayFor, gatewaysFor } from "../gateways/choose-gateway.ts";
import type { HostedFields } from "../gateways/gateway.ts";
import type { PaymentsNeeds } from "../needs.ts";
import { secondsToWait } from "../purchase/may-try.ts";
import { discounted, inCurrency, savingsPercent, toDollars } from "../rules/prices.ts";
import { isBought, isPromoDay, promoEnd, utcDay } from "../rules/promo.ts";
import {
  activePackages,
  holderOfOffer,
  keepOffer,
  type OfferRow,
  offerOfDay,
  openOffer,
  type PackageRow,
} from "../store/plans.ts";

export type PackageList = {
  packages: TokenPackage[];
  promo: Promo | null;
  descriptor: string;
  /** Does any gateway take this fan's payments? */
  open: boolean;
  /** How cards are paid. */
  card: "fields" | "hosted" | "form" | "none";
  /** The fields to show where `card` is `hosted`; null otherwise. */
  hosted_fields: HostedFields | null;
  /** The countries whose fans have ways to pay of their own. */
  regional_countries: string[];
  /** Can the gateway keep a fan's card for one-press purchases? */
  saves_cards: boolean;
  /** Seconds until this fan may pay by card, or null when at once. */
  retry_after: number | null;
};

/**
 * The packages on sale for this fan, or for a guest when `fanId` is null. The first listing on a promo day starts the
 * fan's countdown; while it runs, the package that the promo sells is left out. Guests are offered no promo: it is
 * bound to the person who may buy it.
 */
export async function listPackages(
  needs: PaymentsNeeds,
  fanId: number | null,
  language: Language,
): Promise<PackageList> {
  const rows = await activePackages(needs.db);
  const offer = fanId === null ? null : await offerFor(needs, fanId, rows);
  const first = rows[0];
  const card = cardForm(needs);
  const local = fanId === null ? null : await localCurrency(needs, fanId);
  const packages = rows
    .filter((row) => row.id !== offer?.package_id)
    .map((row) => ({
      ...presentPackage(row, first ?? row, language),
      ...localPrice(row.price_cents, local),
    }));
  return {
    packages,
    promo: offer && { ...presentOffer(offer, needs.clock.now()), ...localOffer(offer, local) },
    descriptor: needs.config.descriptor,
    open: local !== null || card !== "none",
    card,
    hosted_fields: card === "hosted" ? (hostedFields(needs) ?? null) : null,
    regional_countries: regionalCountries(needs),
    saves_cards: (card === "fields" || card === "hosted") && cardGateway(needs)?.vault !== undefined,
    retry_after: fanId === null ? null : await secondsToWait(needs, needs.db, fanId),
  };
}

function regionalCountries({ gateways }: PaymentsNeeds): string[] {
  const regional = Object.values(gateways)
    .flatMap(({ capabilities }) => capabilities.takes)
    .filter(({ method, purpose }) => method === "regional" && purpose === "tokens");
  return [...new Set(regional.flatMap(({ countries }) => countries ?? []))];
}

const cardGateway = ({ gateways }: PaymentsNeeds) =>
  gatewayFor(gateways, { method: "card", purpose: "tokens" });

/** The fields of the gateway that takes cards. */
const hostedFields = (needs: PaymentsNeeds) => cardGateway(needs)?.hostedFields;

/** Card numbers go through our own form where they are allowed, else into the gateway's fields, or through its form. */
function cardForm(needs: PaymentsNeeds): PackageList["card"] {
  const { gateways, config } = needs;
  const takes = (method: "card" | "form") =>
    gatewayFor(gateways, { method, purpose: "tokens" }) !== undefined;
  if (config.rawCardsAllowed && takes("card")) return "fields";
  if (hostedFields(needs)) return "hosted";
  return takes("form") ? "form" : "none";
}

/** The packages that a gateway's own form sells, by the gateway's price points. */
export async function listFormOffers(needs: PaymentsNeeds): Promise<FormOffer[]> {
  const offers = gatewayFor(needs.gateways, { method: "form", purpose: "tokens" })?.offers ?? [];
  return (await activePackages(needs.db)).flatMap(({ id, position: order, ...pack }) => {
    const offer = offers.find(({ amountCents }) => amountCents === pack.price_cents);
    if (!offer) return [];
    const tokens = pack.base_tokens + pack.bonus_tokens;
    const { price_cents, currency } = pack;
    return [
      {
        id,
        order,
        offer_id: offer.id,
        tokens,
        price: toDollars(price_cents),
        currency,
        offer_type: "one_time",
      },
    ];
  });
}

async function offerFor(needs: PaymentsNeeds, fanId: number, rows: PackageRow[]): Promise<OfferRow | null> {
  const now = needs.clock.now();
  // A countdown that a fan has seen runs to its end, over midnight too.
  const open = await openOffer(needs.db, fanId, now);
  if (open) return open;
  const promoted = rows.find((row) => row.promoted);
  if (!promoted || !isPromoDay(now)) return null;
  // Another tab may have got today's offer since the question above, so a known one is checked by its own end.
  const known = await offerOfDay(needs.db, fanId, utcDay(now));
  if (known) return isOpen(known, now) && !isBought(await holderOfOffer(needs.db, known.id)) ? known : null;
  const offer = newOffer(needs, fanId, promoted, now);
  const kept = await inTransaction(needs.db, (tx) => keepOffer(tx, offer));
  return isOpen(kept, now) ? kept : null;
}

const isOpen = (offer: OfferRow, now: Date) => offer.expires_at > now;

function newOffer({ config, random }: PaymentsNeeds, fanId: number, pack: PackageRow, now: Date) {
  const price = discounted(pack.price_cents, config.promoPercent);
  return {
    fan_id: fanId,
    day: utcDay(now),
    package_id: pack.id,
    base_tokens: pack.base_tokens,
    bonus_tokens: pack.bonus_tokens,
    old_price_cents: pack.price_cents,
    price_cents: price,
    footer_price_cents: discounted(price, config.promoFooterPercent),
    currency: pack.currency,
    seen_at: now,
    expires_at: promoEnd(now, random),
  };
}

function presentOffer(offer: OfferRow, now: Date) {
  return {
    id: offer.id,
    tokens: offer.base_tokens + offer.bonus_tokens,
    old_price: toDollars(offer.old_price_cents),
    price: toDollars(offer.price_cents),
    footer_price: toDollars(offer.footer_price_cents),
    expires_at: offer.expires_at.toISOString(),
    seconds_left: Math.max(0, Math.ceil((offer.expires_at.getTime() - now.getTime()) / 1000)),
  };
}

type Currency = { code: string; rate: number };

/** The currency of the fan's country, where regional methods charge in it. */
async function localCurrency(needs: PaymentsNeeds, fanId: number): Promise<Currency | null> {
  const country = (await needs.accounts.byId(needs.db, fanId))?.country;
  if (!country) return null;
  const [found] = gatewaysFor(needs.gateways, { method: "regional", purpose: "tokens", country });
  const code = found?.capability.currency;
  const rate = code && needs.config.ratesPerDollar[code];
  return code && rate ? { code, rate } : null;
}

function localPrice(cents: number, currency: Currency | null) {
  if (!currency) return { local_price: null, local_currency: null };
  const price = toDollars(inCurrency(cents, currency.rate));
  return { local_price: price, local_currency: currency.code };
}

function localOffer(offer: OfferRow, currency: Currency | null) {
  return {
    ...localPrice(offer.footer_price_cents, currency),
    local_banner_price: localPrice(offer.price_cents, currency).local_price,
    local_old_price: localPrice(offer.old_price_cents, currency).local_price,
  };
}

function presentPackage(row: PackageRow, first: PackageRow, language: Language) {
  return {
    id: row.id,
    label: language === "es" ? row.label_es : row.label_en,
    tokens: row.base_tokens + row.bonus_tokens,
    price: toDollars(row.price_cents),
    description: language === "es" ? row.description_es : row.description_en,
    base_tokens: row.base_tokens,
    bonus_tokens: row.bonus_tokens,
    savings: savingsPercent(priced(first), priced(row)),
    popular: row.popular,
    best_value: row.best_value,
  };
}

function priced(row: PackageRow): { tokens: number; priceCents: number } {
  return { tokens: row.base_tokens + row.bonus_tokens, priceCents: row.price_cents };
}
