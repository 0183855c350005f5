import { queryOptions } from "@tanstack/react-query";
import { genderText } from "#contract/room-values.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The countries that the models of a gender are from, for the filters; ISO 3166-1 alpha-2. */
export function countriesQuery(gender: number) {
  return queryOptions({
    queryKey: ["room-countries", gender],
    queryFn: async ({ meta, signal }) => {
      return answerOf(
        await queryApi(meta).call("GET /api/room-countries", {
          query: { gender: genderText(gender) },
          signal,
        }),
      ).data;
    },
  });
}
