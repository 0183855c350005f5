import { z } from "zod";

/** How to reach Directa24, and the origins of the pages on which its payers pay. */
export type Directa24Config = {
  login: string;
  signatureKey: string;
  readOnlyKey: string;
  apiUrl: string;
  pageOrigins: readonly string[];
};

const text = z.string().min(1).optional();

/** `COP:4000,PEN:3.75`: what a US dollar costs. */
const exchangeRates = z.string().transform((text, context): Record<string, number> =>
  Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const match = /^\s*([A-Z]{3}):(\d{1,7}(?:\.\d{1,6})?)\s*$/.exec(pair);
      const [, code, rate] = match ?? [];
      if (code && rate && Number(rate) > 0) return [[code, Number(rate)] as const];
      context.addIssue({ code: "custom", message: "must be currency:units per dollar, such as COP:4000" });
      return [];
    }),
  ),
);

/** The settings of regional payments through Directa24: the first three and `EXCHANGE_RATES`, or none. */
export const directa24Settings = {
  DIRECTA24_LOGIN: text,
  DIRECTA24_SIGNATURE_KEY: text,
  DIRECTA24_READ_ONLY_KEY: text,
  DIRECTA24_API_URL: z
    .url({ protocol: /^https?$/ })
    .transform((value) => value.replace(/\/+$/, ""))
    .default("https://api.directa24.com"),
  DIRECTA24_PAGE_ORIGINS: z
    .string()
    .transform((list) => list.split(",").map((one) => one.trim()))
    .pipe(
      z.array(z.string().regex(/^https?:\/\/[\w.*:-]+$/, "must be origins such as https://*.directa24.com")),
    )
    .default(["https://*.directa24.com"]),
  EXCHANGE_RATES: exchangeRates.optional(),
};

type Settings = z.output<z.ZodObject<typeof directa24Settings>>;

const needed = ["DIRECTA24_LOGIN", "DIRECTA24_SIGNATURE_KEY", "DIRECTA24_READ_ONLY_KEY"] as const;

/** One line for each setting that is missing beside others. */
export function halfDirecta24(settings: Settings): string[] {
  const missing = needed.filter((name) => settings[name] === undefined);
  if (missing.length === needed.length) return [];
  const problems = missing.map((name) => `${name}: required where other DIRECTA24_ settings are`);
  if (!settings.EXCHANGE_RATES?.COP)
    problems.push("EXCHANGE_RATES: must name COP, in which Directa24 charges in Colombia, such as COP:4000");
  return problems;
}

/** How to reach Directa24; null where nothing of it is set. */
export function directa24Of(settings: Settings): Directa24Config | null {
  const [login, signatureKey, readOnlyKey] = needed.map((name) => settings[name]);
  if (!login || !signatureKey || !readOnlyKey) return null;
  const { DIRECTA24_API_URL: apiUrl, DIRECTA24_PAGE_ORIGINS: pageOrigins } = settings;
  return { login, signatureKey, readOnlyKey, apiUrl, pageOrigins };
}
