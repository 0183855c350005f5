import {
  type Mutation,
  type MutationFilters,
  type MutationState,
  type Query,
  type QueryClient,
  type QueryKey,
  useMutation,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { useId } from "react";
import { randomId } from "#web/lib/platform/random-id.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { type CommandAnswer, Refusal } from "./refusal.ts";

const doneStatuses = [200, 201, 202, 204] as const;

/** The answers that say that a command was carried out. */
export type DoneAnswer<A extends CommandAnswer> = Extract<A, { status: (typeof doneStatuses)[number] }>;

export type CommandOptions<Input, A extends CommandAnswer> = {
  /**
   * Calls the API. `key` is minted once per intent and kept until an answer is certain: it goes out as
   * `Idempotency-Key` or as the id that the body asks for, so that asking again cannot do something twice.
   */
  call(input: Input, key: string): Promise<A>;
  /** Called with the answer, also when the component has gone; the command is pending until it has ended. */
  onDone?(answer: DoneAnswer<A>, input: Input): unknown;
  /** Called when it was refused or no certain answer came, also when the component has gone. */
  onRefused?(refusal: Refusal, input: Input): unknown;
  /** Shows what is wanted before the answer comes; returns how to take it back when it is not done. */
  optimistic?(input: Input): () => void;
  /**
   * Keys of the queries that `optimistic` changes. A read of them that is on its way when the command begins may bring
   * what was before it: it is given up, and done again once the command has ended.
   */
  changes?: readonly QueryKey[];
  /** Inputs of different lanes do not wait for each other, as the hearts of two models; all wait by default. */
  lane?(input: Input): unknown;
  /**
   * Names something that must not happen twice, such as a payment. Components of the page that give the same name share
   * one intent, which outlives them. While its outcome is unknown, `run` asks about it again, whatever the input.
   */
  once?: readonly unknown[];
};

export type Command<Input, A extends CommandAnswer> = {
  /**
   * Carries out `input`; true when it was done. While an answer is awaited it does nothing. After an unknown outcome the
   * same input goes out with the same key.
   */
  run(input: Input): Promise<boolean>;
  pending: boolean;
  /** Why the last try of this component was not carried out, or that nobody knows whether it was. */
  refusal: Refusal | null;
  /** The input that is on its way, or was sent without a certain answer; null when nothing is open. */
  open: Input | null;
  /** The answer to the last try of this component, when it was done. */
  done: DoneAnswer<A> | null;
  /** Forgets the last answer and refusal. An open input stays. */
  reset(): void;
};

/** An input and the key by which the server knows it again. */
type Intent<Input> = { input: Input; key: string };
type Try<Input, A extends CommandAnswer> = Mutation<DoneAnswer<A>, Error, Intent<Input>>;
type State<Input, A extends CommandAnswer> = Try<Input, A>["state"];

/**
 * The one way in which the page changes something on the server: one try at a time, an idempotency key per intent, and
 * an answer that is done, refused or unknown.
 */
export function useCommand<Input, A extends CommandAnswer>(
  options: CommandOptions<Input, A>,
): Command<Input, A> {
  const { call, onDone, onRefused, optimistic, once, changes = [], lane = () => null } = options;
  const client = useQueryClient();
  const ownId = useId();
  const mutationKey = ["command", ...(once ?? [ownId])];
  const mutation = useMutation<DoneAnswer<A>, Error, Intent<Input>, Begun>({
    mutationKey,
    // A command that waits for the network unseen would be carried out when nobody expects it any more.
    networkMode: "always",
    gcTime: once ? Number.POSITIVE_INFINITY : 0,
    mutationFn: async ({ input, key }) => doneOrThrow(await call(input, key)),
    onMutate: ({ input }) => ({ givenUp: giveUpReads(client, changes), undo: optimistic?.(input) }),
    onSuccess: (answer, { input }) => onDone?.(answer, input),
    onError(error, { input }, begun) {
      begun?.undo?.();
      if (error instanceof Refusal) return onRefused?.(error, input);
    },
    onSettled(_answer, _error, _intent, begun) {
      const amid = giveUpReads(client, changes);
      for (const { queryKey } of new Set([...(begun?.givenUp ?? []), ...amid]))
        void client.invalidateQueries({ queryKey, exact: true });
    },
  });
  const filters = { mutationKey, exact: true, predicate: ({ state }: Try<Input, A>) => isOpen(state) };
  const open = useMutationState({ filters: filters as MutationFilters }).at(-1) as
    | State<Input, A>
    | undefined;

  async function run(input: Input): Promise<boolean> {
    const cache = client.getMutationCache();
    const isInLane = ({ state }: Try<Input, A>) =>
      state.variables && lane(state.variables.input) === lane(input);
    const before = (cache.findAll(filters as MutationFilters) as Try<Input, A>[]).filter(isInLane).at(-1);
    if (before?.state.status === "pending") return false;
    const sent = before?.state.variables;
    const same = sent && (once !== undefined || fingerprintOf(sent.input) === fingerprintOf(input));
    if (before) cache.remove(before);
    try {
      await mutation.mutateAsync(same ? sent : { input, key: randomId() });
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    } finally {
      for (const each of cache.findAll({ mutationKey, exact: true }) as Try<Input, A>[])
        if (!isOpen(each.state)) cache.remove(each);
    }
  }

  const error = open ? open.error : mutation.error;
  return {
    run,
    pending: open?.status === "pending",
    refusal: error instanceof Refusal ? error : null,
    open: open?.variables?.input ?? null,
    done: mutation.data ?? null,
    reset() {
      if (!open) mutation.reset();
    },
  };
}

/** The changes that a command has to take back or make again when it has ended. */
type Begun = { givenUp: Query[]; undo: (() => void) | undefined };

/** Ends the reads under way that would replace what these queries show; answers whose reads they were. */
function giveUpReads(client: QueryClient, keys: readonly QueryKey[]): Query[] {
  const underWay = keys
    .flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" }))
    .filter(({ state }) => state.data !== undefined);
  for (const { queryKey } of underWay) void client.cancelQueries({ queryKey, exact: true });
  return underWay;
}

function doneOrThrow<A extends CommandAnswer>(answer: A): DoneAnswer<A> {
  if ((doneStatuses as readonly number[]).includes(answer.status)) return answer as DoneAnswer<A>;
  throw new Refusal(answer);
}

/** Sent, and without a certain answer. */
function isOpen({ status, error }: Pick<MutationState<unknown, Error>, "status" | "error">): boolean {
  return status === "pending" || (error instanceof Refusal && error.unknown);
}
