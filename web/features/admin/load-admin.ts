import type { QueryClient } from "@tanstack/react-query";
import type { LoaderFunctionArgs } from "react-router";
import { FailedAnswer } from "#web/lib/api/failed-answer.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";

type Read = (client: QueryClient, address: URLSearchParams) => Promise<unknown>;
type LoaderArgs = Pick<LoaderFunctionArgs, "request"> & Parameters<typeof readOnServer>[0];

const addressOf = (request: Request) => new URL(request.url).searchParams;

/** Reads a page of staff into its document. A refusal of the API is the document's status, and the page says so. */
export function readForStaff(args: LoaderArgs, read: Read) {
  return readOnServer(
    args,
    async (client, { viewer }) => {
      // Nothing is shown before a second factor is on.
      if (viewer?.second_factor_needed) return 200;
      try {
        await read(client, addressOf(args.request));
        return 200;
      } catch (error) {
        if (error instanceof FailedAnswer && error.isRefusal) return error.status;
        throw error;
      }
    },
    (status) => status,
  );
}

/** Begins to read it in the browser: the page shows what it has, and a skeleton for what comes. */
export function readByStaff(request: Request, read: Read) {
  // The page says what failed: its queries know.
  void read(browserQueryClient(), addressOf(request)).catch(() => undefined);
  return readInBrowser(Promise.resolve(200));
}
