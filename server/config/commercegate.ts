import { z } from "zod";
import type { TermMonths } from "#contract/subscription-terms.ts";
import { address, secretText, setting, word } from "./setting.ts";

/** A package of the provider: what a payment costs in cents, and of subscriptions the months that it buys. */
export type CommerceGateOffer = { id: string; amountCents: number };
export type SubscriptionOffer = CommerceGateOffer & { months: TermMonths };

/** How to reach CommerceGate. */
export type CommerceGateConfig = {
  customerId: string;
  websiteId: string;
  password: string;
  secret: string;
  checkoutUrl: string;
  apiUrl: string;
  resumeCall: string | null;
  priceCall: string | null;
  /** The user of the Direct gateway, which takes refunds; null: they are made in the provider's office. */
  direct: { username: string; password: string; url: string } | null;
  noticeAddresses: readonly string[];
  offers: readonly SubscriptionOffer[];
  /** The website whose packages are paid once, for tokens; null: none. */
  tokens: { websiteId: string; offers: readonly CommerceGateOffer[] } | null;
};

const callName = z
  .string()
  .regex(/^[\w-]{1,60}$/)
  .optional();

/** `9.99:1001,14.99:1002`, each price with the number of its package. */
const offers = z.string().transform((text, context) =>
  text.split(",").flatMap((pair) => {
    const match = /^\s*(\d{1,4})\.(\d{2}):([\w-]{1,40})\s*$/.exec(pair);
    if (match) return [{ id: match[3] ?? "", amountCents: Number(match[1]) * 100 + Number(match[2]) }];
    context.addIssue({ code: "custom", message: "must be price:package pairs such as 9.99:1001,14.99:1002" });
    return [];
  }),
);

/** The offers of subscriptions; behind the price the months that it is for, one unless given: `26.99/3:1011`. */
const subscriptionOffers = z.string().transform((text, context) =>
  text.split(",").flatMap((pair): SubscriptionOffer[] => {
    const match = /^\s*(\d{1,4})\.(\d{2})(?:\/(3|6|12))?:([\w-]{1,40})\s*$/.exec(pair);
    if (match) {
      const months = Number(match[3] ?? 1) as TermMonths;
      return [{ id: match[4] ?? "", amountCents: Number(match[1]) * 100 + Number(match[2]), months }];
    }
    const message = "must be price:package or price/months:package pairs such as 9.99:1001,26.99/3:1011";
    context.addIssue({ code: "custom", message });
    return [];
  }),
);

const unset = "simulated in the demo";

/** The settings of subscriptions through CommerceGate: all of the first six, or none. */
export const commerceGateSettings = {
  COMMERCEGATE_CID: setting({ about: "Merchant number", example: "1234", unset }, word),
  COMMERCEGATE_WID: setting(
    { about: "Number of the website for subscriptions", example: "5678", unset },
    word,
  ),
  COMMERCEGATE_PASSWORD: setting(
    { about: "Password of the customer API", example: "<from the console>", unset },
    word,
  ),
  COMMERCEGATE_SECRET: setting(
    {
      about: "Seals memberships, ≥ 32 characters of your own; never change it while one runs",
      example: "<openssl rand -base64 48>",
      unset,
    },
    secretText.optional(),
  ),
  COMMERCEGATE_NOTICE_ADDRESSES: setting(
    {
      about: "IP addresses that the provider's notices come from, with commas between them",
      example: "192.0.2.10,192.0.2.11",
      unset,
    },
    word,
  ),
  COMMERCEGATE_OFFERS: setting(
    {
      about:
        "Price and package of each subscription; behind a slash the months that a payment buys (3, 6, 12) if not one",
      example: "9.99:1001,14.99:1002,26.99/3:1011",
      unset,
    },
    subscriptionOffers.optional(),
  ),
  COMMERCEGATE_TOKENS_WID: setting(
    {
      about: "Number of the website for tokens by card in CommerceGate's form, beside the six above",
      example: "9012",
      unset,
    },
    word,
  ),
  COMMERCEGATE_TOKENS_OFFERS: setting(
    {
      about: "Price and package of each sale of tokens; with `RAW_CARDS=0` its form replaces card fields",
      example: "10.99:5001,24.99:5002",
      unset,
    },
    offers.optional(),
  ),
  COMMERCEGATE_CHECKOUT_URL: setting(
    { about: "Address of the payment form", example: "https://checkout.sandbox.example" },
    address.default("https://checkout.cgpaytech.com"),
  ),
  COMMERCEGATE_API_URL: setting(
    { about: "Address of the customer API", example: "https://api.sandbox.example" },
    address.default("https://secure.cgpaytech.com/api/customer/v2"),
  ),
  COMMERCEGATE_API_USERNAME: setting(
    {
      about:
        "User of the Direct gateway, with which staff refund subscriptions; without it that is done in CommerceGate's office",
      example: "<from the console>",
      unset,
    },
    word,
  ),
  COMMERCEGATE_API_PASSWORD: setting({ about: "Its password", example: "<from the console>", unset }, word),
  COMMERCEGATE_DIRECT_URL: setting(
    { about: "Address of the Direct gateway", example: "https://direct.sandbox.example/gateway/nvp" },
    address.default("https://secure.commercegate.com/gateway/nvp"),
  ),
  COMMERCEGATE_RESUME_CALL: setting(
    {
      about:
        "Call of your contract that resumes a cancelled membership; without it one subscribes again after the end",
      example: "resume",
    },
    callName,
  ),
  COMMERCEGATE_PRICE_CALL: setting(
    {
      about:
        "Call of your contract that moves a membership to another package; without it subscribers keep their first price",
      example: "change-package",
    },
    callName,
  ),
};

type Settings = z.output<z.ZodObject<typeof commerceGateSettings>>;

const needed = [
  "COMMERCEGATE_CID",
  "COMMERCEGATE_WID",
  "COMMERCEGATE_PASSWORD",
  "COMMERCEGATE_SECRET",
  "COMMERCEGATE_NOTICE_ADDRESSES",
  "COMMERCEGATE_OFFERS",
] as const;

const pairs = [
  ["COMMERCEGATE_TOKENS_WID", "COMMERCEGATE_TOKENS_OFFERS"],
  ["COMMERCEGATE_API_USERNAME", "COMMERCEGATE_API_PASSWORD"],
] as const;

/** One line for each setting that is missing beside others. */
export function halfCommerceGate(settings: Settings): string[] {
  const given = pairs.map((pair) => pair.filter((name) => settings[name] !== undefined).length);
  const halves = pairs.filter((_pair, place) => given[place] === 1);
  if (halves.length > 0) return halves.map((pair) => `${pair.join(" and ")}: required together`);
  const missing = needed.filter((name) => settings[name] === undefined);
  if (missing.length === needed.length && given.every((count) => count === 0)) return [];
  return missing.map((name) => `${name}: required where other COMMERCEGATE_ settings are`);
}

/** How to reach CommerceGate; null where nothing of it is set. */
export function commerceGateOf(settings: Settings): CommerceGateConfig | null {
  const [cid, wid, password, secret, addresses] = needed.map((name) => settings[name]) as (
    | string
    | undefined
  )[];
  const offers = settings.COMMERCEGATE_OFFERS;
  if (!cid || !wid || !password || !secret || !addresses || !offers) return null;
  return {
    customerId: cid,
    websiteId: wid,
    password,
    secret,
    checkoutUrl: settings.COMMERCEGATE_CHECKOUT_URL,
    apiUrl: settings.COMMERCEGATE_API_URL,
    resumeCall: settings.COMMERCEGATE_RESUME_CALL ?? null,
    priceCall: settings.COMMERCEGATE_PRICE_CALL ?? null,
    direct: directOf(settings),
    noticeAddresses: addresses.split(",").map((one) => one.trim()),
    offers,
    tokens: tokensOf(settings),
  };
}

function tokensOf(settings: Settings): CommerceGateConfig["tokens"] {
  const { COMMERCEGATE_TOKENS_WID: websiteId, COMMERCEGATE_TOKENS_OFFERS: offers } = settings;
  return websiteId && offers ? { websiteId, offers } : null;
}

function directOf(settings: Settings): CommerceGateConfig["direct"] {
  const { COMMERCEGATE_API_USERNAME: username, COMMERCEGATE_API_PASSWORD: password } = settings;
  return username && password ? { username, password, url: settings.COMMERCEGATE_DIRECT_URL } : null;
}
