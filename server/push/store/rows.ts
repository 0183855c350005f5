// `npm run schema` writes this from the migrated database; what is narrower than that stands in scripts/schema/row-types.ts.

import type { ColumnType } from "kysely";

export type PushDevice = {
  added_at: Date;
  auth: string;
  details: boolean;
  endpoint: string;
  fan_id: number;
  id: ColumnType<number, never, never>;
  p256dh: string;
  token_id: string;
};

export type Rows = {
  "push.device": PushDevice;
};
