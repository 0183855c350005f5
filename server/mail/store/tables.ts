import type { Generated } from "kysely";

type MessageTable = {
  id: Generated<number>;
  address: string;
  subject: string;
  text_body: string;
  html_body: string;
  off_url: Generated<string | null>;
  posted_at: Date;
  sent_at: Date | null;
  refused_at: Date | null;
};

/** The tables that this module owns. */
export type MailTables = { "mail.message": MessageTable };
