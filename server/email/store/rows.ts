// `npm run schema` writes this from the migrated database; what is narrower than that stands in scripts/schema/row-types.ts.

import type { ColumnType } from "kysely";

export type MailMessage = {
  address: string;
  html_body: string;
  id: ColumnType<number, never, never>;
  off_url: string | null;
  posted_at: Date;
  refused_at: Date | null;
  sent_at: Date | null;
  subject: string;
  text_body: string;
};

export type Rows = {
  "mail.message": MailMessage;
};
