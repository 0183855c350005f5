import { useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { CommandAnswer, Refusal } from "#web/lib/api/refusal.ts";
import { type Command, type CommandOptions, useCommand } from "#web/lib/api/use-command.ts";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { adminKey, filtersIn } from "./admin-queries.ts";

/** The effects of every command of staff: all admin queries are read again, and a toast shows the outcome. */
export function useAdminEffects<Input>(done: (input: Input) => string) {
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries({ queryKey: [adminKey] });
  return {
    async onDone(_: unknown, input: Input) {
      await readAgain();
      toast({ kind: "success", text: done(input) });
    },
    async onRefused(refusal: Refusal) {
      await readAgain();
      toastRefusal(refusal);
    },
  };
}

type AdminOptions<Input, A extends CommandAnswer> = Pick<CommandOptions<Input, A>, "once"> & {
  /** Called before the queries are read again: what was sent is no longer something to be sent. */
  onSent?(): void;
};

/** A command of staff; `key` is its id for the server, and `once` names what must not happen twice. */
export function useAdminCommand<Input, A extends CommandAnswer>(
  call: (input: Input, key: string) => Promise<A>,
  done: (input: Input) => string,
  { once, onSent }: AdminOptions<Input, A> = {},
): Command<Input, A> {
  const effects = useAdminEffects(done);
  return useCommand({
    call,
    ...(once && { once }),
    ...effects,
    onDone(answer, input) {
      onSent?.();
      return effects.onDone(answer, input);
    },
  });
}

/** The filters of a list stand in its address. A new filter begins at the first page. */
export function useFilters<State extends string>(states: readonly [State, ...State[]]) {
  const [address, setAddress] = useSearchParams();
  const change = (changes: Record<string, string>) =>
    setAddress(
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
  return { ...filtersIn(address, states), address, change };
}
