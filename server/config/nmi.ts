import { z } from "zod";

/** How to reach NMI. */
export type NmiConfig = {
  apiUrl: string;
  securityKey: string;
  webhookKey: string;
  tokenizationKey: string | null;
  checkoutKey: string | null;
};

const word = z.string().min(1).optional();

/** The settings of cards through NMI: both keys, or none. */
export const nmiSettings = {
  NMI_SECURITY_KEY: word,
  NMI_WEBHOOK_KEY: word,
  NMI_TOKENIZATION_KEY: word,
  NMI_CHECKOUT_KEY: word,
  NMI_API_URL: z
    .url({ protocol: /^https?$/ })
    .transform((value) => value.replace(/\/+$/, ""))
    .default("https://secure.nmi.com"),
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
