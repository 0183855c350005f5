import { CompiledQuery } from "kysely";
import type { Writer } from "./orders.ts";

// An Idempotency-Key of 255 characters, after what names its use and its fan.
const keyLengthMax = 320;
const tokensMax = 1_000_000_000_000;

/** The SQL functions of the ledger, with the number of their arguments. */
const calls = {
  transfer: callOf("transfer", 10),
  transfer_all: callOf("transfer_all", 1),
  issue: callOf("issue", 7),
  reverse: callOf("reverse", 6),
  open_hold: callOf("open_hold", 6),
  extend_hold: callOf("extend_hold", 6),
  capture: callOf("capture", 9),
  release_hold: callOf("release_hold", 3),
  pay_out: callOf("pay_out", 6),
} as const;

type Argument = string | number | null;

/** Runs one of the ledger's SQL functions and answers its only row. */
export async function callLedger<Row>(
  writer: Writer,
  name: keyof typeof calls,
  args: Argument[],
): Promise<Row> {
  const [row] = await askLedger<Row>(writer, name, args);
  if (!row) throw new Error("the ledger answered nothing");
  return row;
}

/** Runs one of the ledger's SQL functions and answers all of its rows. */
export async function askLedger<Row>(
  writer: Writer,
  name: keyof typeof calls,
  args: Argument[],
): Promise<Row[]> {
  return (await writer.executeQuery(CompiledQuery.raw(calls[name], args) as CompiledQuery<Row>)).rows;
}

function callOf(name: string, argumentCount: number): string {
  const placeholders = Array.from({ length: argumentCount }, (_, index) => `$${index + 1}`);
  return `select * from wallet.${name}(${placeholders.join(", ")})`;
}

/** Throws unless the key can be stored and the tokens are a whole number that the ledger takes. */
export function assertOrder(order: { key: string; tokens?: number }): void {
  const { key, tokens } = order;
  if (key.length < 1 || key.length > keyLengthMax) throw new RangeError(`key of ${key.length} characters`);
  if (tokens === undefined) return;
  if (!Number.isSafeInteger(tokens) || tokens < 1 || tokens > tokensMax) {
    throw new RangeError(`${tokens} is not a number of tokens that can be moved`);
  }
}

/** The facts that the maker wants to find again, as the database takes them. */
export function toJson(metadata: Record<string, unknown> | undefined): string | null {
  return metadata === undefined ? null : JSON.stringify(metadata);
}

/** For a status that the called SQL function cannot answer. */
export function unexpected(status: string): Error {
  return new Error(`the ledger answered ${status}`);
}
