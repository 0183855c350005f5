import { queryOptions } from "@tanstack/react-query";
import type { LegalDocument, LegalDocumentName } from "#contract/legal.ts";
import type { Api } from "#web/lib/api/api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** A document in every language; it does not change while a page is open. */
export function legalQuery(document: LegalDocumentName) {
  return queryOptions({
    queryKey: ["legal", document],
    queryFn: ({ meta }) => fetchLegal(queryApi(meta), document),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Asks for one document; throws when there is no proper answer, so that it can be tried again. */
export async function fetchLegal(api: Api, document: LegalDocumentName): Promise<LegalDocument> {
  return answerOf(await ask(api, document));
}

/** Three documents have addresses of their own. */
function ask(api: Api, document: LegalDocumentName) {
  switch (document) {
    case "terms-of-service":
      return api.call("GET /api/terms-of-service");
    case "privacy-policy":
      return api.call("GET /api/privacy-policy");
    case "usc-2257":
      return api.call("GET /api/usc-2257");
    default:
      return api.call("GET /api/legal/{document}", { params: { document } });
  }
}
