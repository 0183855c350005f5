import { queryOptions } from "@tanstack/react-query";
import type { OpenSession } from "#contract/accounts.ts";
import type { SecondFactorState } from "#contract/credentials.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** Every place where the person is signed in. */
export const sessionsQuery = queryOptions<readonly OpenSession[]>({
  queryKey: ["sessions"],
  staleTime: 0,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/fan/sessions")).data;
  },
});

/** Since when codes are asked for and how many recovery codes are left; null: none are asked for. */
export const secondFactorQuery = queryOptions<SecondFactorState["second_factor"]>({
  queryKey: ["second-factor"],
  staleTime: 0,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/fan/second-factor")).second_factor;
  },
});
