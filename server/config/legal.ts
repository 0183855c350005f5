import { z } from "zod";
import type { Language } from "#contract/common.ts";
import { type SettingText, setting } from "./setting.ts";

/** What a setting says, in each language. */
export type Fact = Record<Language, string>;

const between = " | ";

/** A fact about the operator that the legal documents state: one text for both languages, or one for each. */
const fact = (about: SettingText["about"], example: SettingText["example"]) =>
  setting(
    { about, example },
    z
      .string()
      .trim()
      .min(1)
      .refine((text) => text.split(between).length <= 2, `has at most one "${between.trim()}"`)
      .transform((text): Fact => {
        const [en = text, es = en] = text.split(between).map((part) => part.trim());
        return { en, es };
      })
      .optional(),
  );

/** What the legal documents say of the operator. */
export const legalSettings = {
  LEGAL_ENTITY: fact("Legal name of the operator", "Cams Example S.A.S."),
  LEGAL_ADDRESS: fact("Its registered address", "Calle 1 2-3, Bogotá, Colombia"),
  LEGAL_LAW: fact("Whose law applies", "Colombia"),
  LEGAL_CUSTODIAN: fact("Custodian of records (18 U.S.C. 2257): a person's name", "Ana Example"),
  LEGAL_CUSTODIAN_STREET: fact("Where the records can be inspected: street, no post box", "1 Example Street"),
  LEGAL_CUSTODIAN_CITY: fact("City, state, postal code and country of it", "Miami, FL 33101, USA"),
  LEGAL_IDENTITY_CHECK: fact(
    "How models' age and identity are checked before they broadcast",
    "a live check of an official document | una comprobación en vivo de un documento oficial",
  ),
  LEGAL_RECORDS: fact("Where and by whom identity and tax documents are kept", "Records Example Inc., Miami"),
  LEGAL_AGE_ASSURANCE: fact(
    "Provider of age assurance, and the places where it is asked for",
    "Age Example, in Texas and the United Kingdom | Age Example, en Texas y el Reino Unido",
  ),
  LEGAL_DATA_OFFICER: fact(
    "Data protection officer and how to reach them",
    "Ana Example, privacy@example.com",
  ),
  LEGAL_DATA_AUTHORITY: fact(
    "Supervisory authority of data protection",
    "Superintendencia de Industria y Comercio",
  ),
  LEGAL_LOGS: fact("How long request logs are kept", "30 days | 30 días"),
  LEGAL_YEARS: fact("How long accounting and tax law keep payments and consents", "10 years | 10 años"),
  LEGAL_DISPUTE_BODY: fact("Neutral body for disputes about content", "Dispute Example, disputes.example"),
  LEGAL_REPORTS: fact(
    "What is reported to payment networks and published each year",
    "removals by cause, each January | retiradas por causa, cada enero",
  ),
  LEGAL_EU_REPRESENTATIVE: fact(
    "Legal representative in the European Union, or that there is none",
    "none | ninguno",
  ),
  LEGAL_TRAINING: fact(
    "How staff are trained against human trafficking",
    "a course each year | un curso cada año",
  ),
  LEGAL_REVIEW: fact(
    "Who examines reports and results, and how often",
    "the head of safety, each month | la dirección de seguridad, cada mes",
  ),
  LEGAL_PAYOUT_RHYTHM: fact("How often models are paid", "twice a month | dos veces al mes"),
  LEGAL_PAYOUT_MINIMUM: fact("Earnings from which models are paid", "50 US dollars | 50 dólares"),
  LEGAL_REVIEWED: setting(
    {
      about:
        "Day on which a lawyer has passed the documents with these facts in them; without it pages call them drafts",
      example: "2026-12-01",
    },
    z.iso.date().optional(),
  ),
};

/** The settings that every deployment has to have. */
export const legalFactNames = Object.keys(legalSettings).filter((name) => name !== "LEGAL_REVIEWED");

/** The facts that are set, by the names of their settings; `settings`: all of the product's. */
export function legalFactsOf(
  settings: Readonly<Record<string, unknown>> & { PAYOUT_CENTS: number },
): ReadonlyMap<string, Fact> {
  const facts = new Map<string, Fact>();
  for (const name of legalFactNames) {
    const said = settings[name] as Fact | undefined;
    if (said) facts.set(name, said);
  }
  const cents = String(settings.PAYOUT_CENTS);
  return facts.set("PAYOUT_CENTS", {
    en: `${cents} US cents`,
    es: `${cents.replace(".", ",")} centavos de dólar`,
  });
}
