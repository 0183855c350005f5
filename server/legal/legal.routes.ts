import type { LegalDocumentName, legalContract } from "#contract/legal.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import type { Legal } from "./legal.ts";

/** The legal part of the contract. */
export function legalRoutes(legal: Legal): Handlers<typeof legalContract> {
  const answer = (name: LegalDocumentName) => ({ status: 200 as const, body: legal.document(name) });
  return {
    "GET /api/terms-of-service": () => answer("terms-of-service"),
    "GET /api/privacy-policy": () => answer("privacy-policy"),
    "GET /api/usc-2257": () => answer("usc-2257"),
    "GET /api/legal/{document}": ({ params }) => answer(params.document),
  };
}
