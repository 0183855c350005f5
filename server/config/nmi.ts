import type { z } from "zod";
import { address, setting, word } from "./setting.ts";

/** How to reach NMI. */
export type NmiConfig = {
  apiUrl: string;
  securityKey: string;
  webhookKey: string;
  tokenizationKey: string | null;
  checkoutKey: string | null;
};

/** The settings of cards through NMI: both keys, or none. */
export const nmiSettings = {
  NMI_SECURITY_KEY: setting(
    {
      about: "Private key of the Payment and Query API (Settings, Security Keys)",
      example: "<from the console>",
      unset: "the demo's own processor",
    },
    word,
  ),
  NMI_WEBHOOK_KEY: setting(
    {
      about: "Signing key of a webhook (Settings, Webhooks) at the address that the start names",
      example: "<from the console>",
      unset: "the demo's own processor",
    },
    word,
  ),
  NMI_TOKENIZATION_KEY: setting(
    {
      about:
        "Public key of NMI's card fields: with it and `RAW_CARDS=0` card numbers never reach this server",
      example: "<from the console>",
    },
    word,
  ),
  NMI_CHECKOUT_KEY: setting(
    {
      about:
        "Public key of NMI's Gateway.js: payers confirm at their bank (3-D Secure) where the bank or we ask for it",
      example: "<from the console>",
    },
    word,
  ),
  NMI_API_URL: setting(
    { about: "Address of NMI", example: "https://nmi.sandbox.example" },
    address.default("https://secure.nmi.com"),
  ),
};

type Settings = z.output<z.ZodObject<typeof nmiSettings>>;

const needed = ["NMI_SECURITY_KEY", "NMI_WEBHOOK_KEY"] as const;

/** One line for the key that is missing beside the other. */
export function halfNmi(settings: Settings): string[] {
  const missing = needed.filter((name) => settings[name] === undefined);
  if (missing.length === needed.length) return [];
  return missing.map((name) => `${name}: required where other NMI_ settings are`);
}

/** How to reach NMI; null where nothing of it is set. */
export function nmiOf(settings: Settings): NmiConfig | null {
  const { NMI_SECURITY_KEY: securityKey, NMI_WEBHOOK_KEY: webhookKey, NMI_API_URL: apiUrl } = settings;
  const tokenizationKey = settings.NMI_TOKENIZATION_KEY ?? null;
  const checkoutKey = settings.NMI_CHECKOUT_KEY ?? null;
  return securityKey && webhookKey ? { apiUrl, securityKey, webhookKey, tokenizationKey, checkoutKey } : null;
}
