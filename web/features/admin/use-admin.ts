import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { type CommandAnswer, Refusal, refusalText } from "#web/lib/api/refusal.ts";
import { type Command, useCommand } from "#web/lib/api/use-command.ts";
import { toast } from "#web/ui/toast.ts";

type Answer = { status: number; body: unknown };
type Found<A extends Answer> = Extract<A, { status: 200 }>["body"];

/** Prefix of all admin queries: a change invalidates all of them. */
const QUERY_KEY = "admin";

/** Queries something of the admin area and keeps the last answer on screen while the next one comes. */
export function useAdminQuery<A extends Answer>(key: readonly unknown[], ask: () => Promise<A>) {
  return useQuery({
    queryKey: [QUERY_KEY, ...key],
    queryFn: async (): Promise<Found<A>> => {
      const answer = await ask();
      if (answer.status === 200) return answer.body as Found<A>;
      throw new Refusal(answer);
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 15_000,
    retry: 1,
  });
}

/** What every command of staff does afterwards: all admin queries are read again, and the outcome is said. */
export function useAdminEffects<Input>(done: (input: Input) => string) {
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries({ queryKey: [QUERY_KEY] });
  return {
    async onDone(_: unknown, input: Input) {
      await readAgain();
      toast({ kind: "success", text: done(input) });
    },
    async onRefused(refusal: Refusal) {
      await readAgain();
      toast({ kind: "error", text: refusalText(refusal), durationMs: 6_000 });
    },
  };
}

/** A command of staff; `key` is its id for the server. */
export function useAdminCommand<Input, A extends CommandAnswer>(
  call: (input: Input, key: string) => Promise<A>,
  done: (input: Input) => string,
): Command<Input, A> {
  return useCommand({ call, ...useAdminEffects(done) });
}

/** The filters of a list stand in its address. A new filter begins at the first page. */
export function useFilters<State extends string>(states: readonly [State, ...State[]]) {
  const [query, setQuery] = useSearchParams();
  const state = states.find((known) => known === query.get("state")) ?? states[0];
  const change = (changes: Record<string, string>) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams([
          ...Object.entries({ ...Object.fromEntries(now), page: "1", ...changes }),
        ]);
        for (const [name, value] of [...next])
          if (value === "" || (name === "page" && value === "1")) next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const page = Math.max(1, Math.trunc(Number(query.get("page")) || 1));
  return { page, search: query.get("search") ?? "", state, change };
}
