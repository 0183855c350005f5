import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { m } from "#web/paraglide/messages.js";
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
      throw new Error(messageOf(answer));
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 15_000,
    retry: 1,
  });
}

/** Runs one change at a time: says what was refused, and makes every admin query fresh. True = it worked. */
export function useAdminChange() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function change(call: Promise<Answer>, done: string): Promise<boolean> {
    setBusy(true);
    const answer = await call;
    await client.invalidateQueries({ queryKey: [QUERY_KEY] });
    setBusy(false);
    if (answer.status === 200) {
      toast({ kind: "success", text: done });
      return true;
    }
    const text = answer.status === 0 ? m.admin_no_answer() : refusalOf(answer);
    toast({ kind: "error", text, durationMs: 6_000 });
    return false;
  }
  return { busy, change };
}

/** A refusal in its own words; a failure with its status before them. */
function refusalOf(answer: Answer): string {
  const message = messageOf(answer);
  return answer.status < 500 ? message : m.admin_failed_status({ status: answer.status, message });
}

/** The sentence of a refusal; empty when it carries none. */
function messageOf({ body }: Answer): string {
  const message = (body as { message?: unknown } | undefined)?.message;
  return typeof message === "string" ? message : "";
}

/** An id that stays the same while the intent does, so that sending it again after a lost answer is harmless. */
export function useIntentId(intent: string): () => string {
  const kept = useRef({ intent: "", id: "" });
  return () => {
    if (kept.current.intent !== intent) kept.current = { intent, id: crypto.randomUUID() };
    return kept.current.id;
  };
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
