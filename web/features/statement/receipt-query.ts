import { queryOptions } from "@tanstack/react-query";
import type { PurchaseReceipt } from "#contract/payments.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The receipt of a purchase; null where there is none that this person may see. */
export const purchaseReceiptQuery = (id: string) =>
  queryOptions<PurchaseReceipt | null>({
    queryKey: ["purchase-receipt", id],
    async queryFn({ meta }) {
      const answer = await queryApi(meta).call("GET /api/payments/receipt/{id}", { params: { id } });
      if (answer.status === 404) return null;
      return answerOf(answer);
    },
  });
