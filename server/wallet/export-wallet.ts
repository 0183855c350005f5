import type { Reader } from "#server/kit/database/database.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import { entireStatement } from "./statement.ts";

/** The statement of a person who has a wallet or earnings, newest first. */
export function exportAreas(reader: Reader, { id, role }: { id: number; role: string }): ExportArea[] {
  if (role !== "fan" && role !== "model") return [];
  const rows = async () => {
    const lines = await entireStatement(reader, { kind: role, id }, {});
    return lines.map(({ at, type, tokens, balance_after, counterpart, reason, transfer_id }) => ({
      at,
      type,
      tokens,
      balance_after,
      counterpart,
      // In a model's statement the reason is what a fan wrote.
      reason: role === "fan" ? reason : null,
      transfer_id,
    }));
  };
  return [{ name: "statement", rows }];
}
