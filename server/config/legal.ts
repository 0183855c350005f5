import { z } from "zod";
import type { Language } from "#contract/common.ts";
import { type SettingText, setting } from "./setting.ts";

/** What a setting says, in each language. */
export type LegalDetail = Record<Language, string>;

/** The texts of a setting: the English one, and behind a bar the Spanish one. */
const textsIn = (text: string) => text.split("|").map((part) => part.trim());

/** What is to be known of the operator that the legal documents state: one text for both languages, or one for each. */
const detail = (about: SettingText["about"], example: SettingText["example"]) =>
  setting(
    { about, example },
    z
      .string()
      .trim()
      .min(1)
      .refine((text) => textsIn(text).length <= 2, "has one | at most, between English and Spanish")
      .refine((text) => textsIn(text).every(Boolean), "has a text on either side of the |")
      .transform((text): LegalDetail => {
        const [en = text, es = en] = textsIn(text);
        return { en, es };
      })
      .optional(),
  );

/** What the legal documents say of the operator. */
export const legalSettings = {
  LEGAL_ENTITY: detail("Legal name of the operator", "Cams Example S.A.S."),
  LEGAL_ADDRESS: detail("Its registered address", "Calle 1 2-3, Bogotá, Colombia"),
  LEGAL_LAW: detail("Whose law applies", "Colombia"),
  LEGAL_CUSTODIAN: detail("Custodian of records (18 U.S.C. 2257): a person's name", "Ana Example"),
  LEGAL_CUSTODIAN_STREET: detail(
    "Where the records can be inspected: street, no post box",
    "1 Example Street",
  ),
  LEGAL_CUSTODIAN_CITY: detail("City, state, postal code and country of it", "Miami, FL 33101, USA"),
  LEGAL_IDENTITY_CHECK: detail(
    "How models' age and identity are checked before they broadcast",
    "a live check of an official document | una comprobación en vivo de un documento oficial",
  ),
  LEGAL_RECORDS: detail(
    "Where and by whom identity and tax documents are kept",
    "Records Example Inc., Miami",
  ),
  LEGAL_AGE_ASSURANCE: detail(
    "Provider of age assurance, and the places where it is asked for",
    "Age Example, in Texas and the United Kingdom | Age Example, en Texas y el Reino Unido",
  ),
  LEGAL_DATA_OFFICER: detail(
    "Data protection officer and how to reach them",
    "Ana Example, privacy@example.com",
  ),
  LEGAL_DATA_AUTHORITY: detail(
    "Supervisory authority of data protection",
    "Superintendencia de Industria y Comercio",
  ),
  LEGAL_LOGS: detail("How long request logs are kept", "30 days | 30 días"),
  LEGAL_YEARS: detail("How long accounting and tax law keep payments and consents", "10 years | 10 años"),
  LEGAL_DISPUTE_BODY: detail("Neutral body for disputes about content", "Dispute Example, disputes.example"),
  LEGAL_REPORTS: detail(
    "What is reported to payment networks and published each year",
    "removals by cause, each January | retiradas por causa, cada enero",
  ),
  LEGAL_EU_REPRESENTATIVE: detail(
    "Legal representative in the European Union, or that there is none",
    "none | ninguno",
  ),
  LEGAL_TRAINING: detail(
    "How staff are trained against human trafficking",
    "a course each year | un curso cada año",
  ),
  LEGAL_REVIEW: detail(
    "Who examines reports and results, and how often",
    "the head of safety, each month | la dirección de seguridad, cada mes",
  ),
  LEGAL_PAYOUT_RHYTHM: detail("How often models are paid", "twice a month | dos veces al mes"),
  LEGAL_PAYOUT_MINIMUM: detail("Earnings from which models are paid", "50 US dollars | 50 dólares"),
  LEGAL_REVIEWED: setting(
    {
      about:
        "Day on which a lawyer has passed the documents with these details in them; without it pages call them drafts",
      example: "2026-12-01",
    },
    z.iso.date().optional(),
  ),
};

/** The settings that every deployment has to have. */
export const legalDetailNames = Object.keys(legalSettings).filter((name) => name !== "LEGAL_REVIEWED");

/** The details that are set, by the names of their settings; `settings`: all of the product's. */
export function legalDetailsOf(
  settings: Readonly<Record<string, unknown>> & { PAYOUT_CENTS: number },
): ReadonlyMap<string, LegalDetail> {
  const details = new Map<string, LegalDetail>();
  for (const name of legalDetailNames) {
    const said = settings[name] as LegalDetail | undefined;
    if (said) details.set(name, said);
  }
  const cents = String(settings.PAYOUT_CENTS);
  return details.set("PAYOUT_CENTS", {
    en: `${cents} US cents`,
    es: `${cents.replace(".", ",")} centavos de dólar`,
  });
}
