import type { LegalDocumentName } from "#contract/legal.ts";
import { m } from "#web/paraglide/messages.js";

/** The legal pages with the short names that links use; a page's address is its document's name. */
export const legalPages: readonly { document: LegalDocumentName; name(): string }[] = [
  { document: "terms-of-service", name: () => m.legal_terms_of_service() },
  { document: "privacy-policy", name: () => m.legal_privacy_policy() },
  { document: "usc-2257", name: () => m.legal_usc_2257() },
  { document: "anti-human-trafficking-policy", name: () => m.legal_anti_human_trafficking_policy() },
  { document: "compliance-policy", name: () => m.legal_compliance_policy() },
  { document: "creator-agreement", name: () => m.legal_creator_agreement() },
];

/** The pages that every footer leads to: the documents, and the two ways to contact support. */
export const footerPages: readonly { path: string; name(): string }[] = [
  ...legalPages.map(({ document, name }) => ({ path: `/${document}`, name })),
  { path: "/contact", name: () => m.support_contact_title() },
  { path: "/content-removal", name: () => m.support_removal_title() },
];
