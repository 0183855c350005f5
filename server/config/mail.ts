import { z } from "zod";
import { setting } from "./setting.ts";

/** The settings of emails. */
export const mailSettings = {
  SMTP_URL: setting(
    {
      about:
        "Mail server; [nodemailer's options](https://nodemailer.com/smtp/) may follow as a query. Required with `DEMO=0`",
      example: "smtps://user:password@mail.example.com:465",
      unset: "the demo's outbox",
    },
    z
      .string()
      .refine(isSmtpUrl, "must be smtp://host or smtps://host, with user:password@ and :port as needed")
      .optional(),
  ),
  MAIL_FROM: setting(
    {
      about: "Sender address of emails",
      example: "no-reply@example.com",
      unset: "`no-reply@` + public host",
    },
    z.email("must be an email address").optional(),
  ),
  SUPPORT_EMAIL: setting(
    {
      about: "Address that receives messages to support",
      example: "support@example.com",
      unset: "`support@` + public host",
    },
    z.email().optional(),
  ),
};

function isSmtpUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "";
}
