import { z } from "zod";
import { address, setting, word } from "./setting.ts";

/** How to reach Directa24, and the origins of the pages on which its payers pay. */
export type Directa24Config = {
  login: string;
  signatureKey: string;
  readOnlyKey: string;
  apiUrl: string;
  pageOrigins: readonly string[];
};

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

const unset = "simulated in the demo";

/** The settings of regional payments through Directa24: the first three and `EXCHANGE_RATES`, or none. */
export const directa24Settings = {
  DIRECTA24_LOGIN: setting(
    { about: "Deposits login (merchant panel, Settings, API access)", example: "<from the panel>", unset },
    word,
  ),
  DIRECTA24_SIGNATURE_KEY: setting(
    { about: "API signature, from the same page", example: "<from the panel>", unset },
    word,
  ),
  DIRECTA24_READ_ONLY_KEY: setting(
    { about: "Read-only key, from the same page", example: "<from the panel>", unset },
    word,
  ),
  DIRECTA24_API_URL: setting(
    { about: "Address of the API; the example is that for tries", example: "https://api-stg.directa24.com" },
    address.default("https://api.directa24.com"),
  ),
  DIRECTA24_PAGE_ORIGINS: setting(
    {
      about: "Origins whose pages may be shown in the payment dialog, with commas between them",
      example: "https://*.directa24.com,https://pay.example.com",
    },
    z
      .string()
      .transform((list) => list.split(",").map((one) => one.trim()))
      .pipe(
        z.array(
          z.string().regex(/^https?:\/\/[\w.*:-]+$/, "must be origins such as https://*.directa24.com"),
        ),
      )
      .default(["https://*.directa24.com"]),
  ),
  EXCHANGE_RATES: setting(
    {
      about:
        "What a US dollar costs in the currencies of regional methods; local prices are rounded up to a whole unit and charged as shown",
      example: "COP:4000,PEN:3.75",
      unset: "`COP:4000` in the demo",
    },
    exchangeRates.optional(),
  ),
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
