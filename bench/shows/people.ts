import { randomUUID } from "node:crypto";
import { listModel } from "#testing/app/list-model.ts";
import { openAccount } from "#testing/app/open-account.ts";
import type { BenchApp } from "../bench-app.ts";

export type BenchPerson = { id: number; login: string };

const rate = 60;

/** Opens the account of a fan with tokens, or of a model whose page is listed. */
export async function openPerson({ app, db }: BenchApp, role: "fan" | "model"): Promise<BenchPerson> {
  const { identity, wallet } = app.modules;
  const login = `bench${randomUUID().slice(0, 8)}`;
  const account = await openAccount(db, identity, login, role);
  if (role === "model") await listModel(db, account.id);
  else
    await wallet.issue(db, {
      key: `bench:${account.id}`,
      to: { kind: "fan", id: account.id },
      tokens: 100_000,
      kind: "opening",
      reason: "bench",
    });
  return { id: account.id, login };
}

/** Asks for a private show; what it answers accepts it. */
export async function askForShow(
  { app }: BenchApp,
  fan: BenchPerson,
  model: BenchPerson,
): Promise<() => Promise<void>> {
  const { paid } = app.modules.shows;
  const terms = {
    mode: "private",
    rate,
    minimum: null,
    capTokens: null,
    capSeconds: null,
    twoWay: false,
  } as const;
  const asked = await paid.request({ fanId: fan.id, modelId: model.id, ...terms, key: randomUUID() });
  if (!asked.ok) throw new Error(`the show was refused: ${asked.refusal.code}`);
  return async () => {
    const answered = await paid.answer(model.id, asked.request.id, { accept: true });
    if (!answered.ok) throw new Error(`the show did not begin: ${answered.refusal}`);
  };
}
