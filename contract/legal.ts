import { z } from "zod";
import { problem } from "./common.ts";
import type { Contract } from "./endpoint.ts";

/** The documents, by the address of their page. */
export const legalDocuments = [
  "terms-of-service",
  "privacy-policy",
  "usc-2257",
  "anti-human-trafficking-policy",
  "compliance-policy",
  "creator-agreement",
] as const;

export const legalDocumentName = z.enum(legalDocuments);
export type LegalDocumentName = z.output<typeof legalDocumentName>;

/** Plain text: paragraphs apart by an empty line, headings begin with `## `, points of a list with `- `. */
const wording = z.object({ title: z.string(), text: z.string() });

export const legalDocument = z.object({
  document: legalDocumentName,
  /** The version that a consent given today names. */
  version: z.string(),
  /** The day of the last change. */
  updated_at: z.iso.date(),
  /** The wording awaits its review by lawyers. */
  draft: z.boolean(),
  en: wording,
  es: wording,
});
export type LegalDocument = z.output<typeof legalDocument>;

const ownAddress = { access: "public", responses: { 200: legalDocument } } as const;

export const legalContract = {
  "GET /api/terms-of-service": { summary: "The terms of service in every language", ...ownAddress },
  "GET /api/privacy-policy": { summary: "The privacy policy in every language", ...ownAddress },
  "GET /api/usc-2257": { summary: "The 18 U.S.C. 2257 statement in every language", ...ownAddress },
  "GET /api/legal/{document}": {
    summary: "A legal document in every language",
    access: "public",
    params: z.object({ document: legalDocumentName }),
    responses: { 200: legalDocument, 404: problem },
  },
} as const satisfies Contract;
