import { newModelPage } from "#server/catalog/catalog.ts";
import type { Account } from "#server/identity/identity.ts";
import type { Tx } from "#server/kit/database/database.ts";
import type { Modules } from "./needs.ts";

type Openers = Pick<Modules, "wallet" | "catalog" | "rooms">;

/**
 * Makes everything that an account needs beside its row: a fan their wallet, a model their earnings, page and room.
 */
export async function openAccount(
  tx: Tx,
  account: Account,
  { wallet, catalog, rooms }: Openers,
): Promise<void> {
  if (account.role === "fan") await wallet.openFanAccount(tx, account.id);
  if (account.role !== "model") return;
  await wallet.openModelAccount(tx, account.id);
  await catalog.saveModel(tx, newModelPage(account));
  await rooms.openRoom(tx, account.id, account.login);
}
