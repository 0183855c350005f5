import type { Readable } from "node:stream";
import type { Account, Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import { archiveOf } from "#server/kit/export/archive.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { fill } from "#server/kit/texts.ts";
import type { Storage } from "#server/storage/storage.ts";
import type { PersonalData } from "./close-account.ts";

export type ExportRefusal = { code: "too_many"; retryAfterSeconds: number };

const exportsPerHour = 5;

const readme = {
  en: `Your data at {site}.

Each area is here twice: as JSON for programs and as CSV for spreadsheets. Times are UTC. Passwords and
recovery codes are kept as hashes that nobody can read, the secret of an authenticator app is sealed, card numbers are
not kept at all; none of them is part of this file.
`,
  es: `Tus datos en {site}.

Cada área está dos veces: en JSON para programas y en CSV para hojas de cálculo. Las horas son UTC. Las contraseñas y
los códigos de recuperación se guardan como hashes que nadie puede leer, el secreto de una aplicación de autenticación
está sellado y los números de tarjeta no se guardan; nada de eso está en este archivo.
`,
};

type ExportNeeds = {
  db: Database;
  clock: Pick<Clock, "now">;
  limits: Limits;
  identity: Pick<Identity, "byId">;
  storage: Pick<Storage, "get">;
  personalData: readonly PersonalData[];
};

/** Everything that is stored about one account, as a ZIP that is produced while it is read. */
export function exportAccount(needs: ExportNeeds) {
  const perAccount = needs.limits.create("exports", exportsPerHour, 3600);
  return async (accountId: number): Promise<Result<{ archive: Readable }, ExportRefusal>> => {
    const retryAfterSeconds = await perAccount.take(String(accountId));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    const account = await needs.identity.byId(needs.db, accountId);
    if (!account) throw new Error(`account ${accountId} is gone`);
    const avatar = account.avatar_key ? await needs.storage.get(account.avatar_key) : null;
    const files = [
      { name: "README.txt", bytes: Buffer.from(fill(readme[account.language])) },
      ...(avatar ? [{ name: "avatar.webp", bytes: avatar.bytes }] : []),
    ];
    const areas = [
      { name: "account", rows: async () => [presentAccount(account)] },
      ...needs.personalData.flatMap((data) => data.exportAreas?.(account) ?? []),
    ];
    return ok({ archive: archiveOf(areas, files, needs.clock.now()) });
  };
}

function presentAccount(account: Account) {
  const { id, login, email, role, status, validation, language, country, twitter, created_at } = account;
  const { is_block_notification, referrer_id } = account;
  const fields = { id, login, email, role, status, validation, language, country, twitter, created_at };
  return { ...fields, notifications: !is_block_notification, invited_by_fan: referrer_id };
}
