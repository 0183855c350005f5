import { expect, test } from "vitest";
import type { Evidence } from "../rules/evidence.ts";
import type { TicketRow } from "../store/tables.ts";
import { removalEmail } from "./decision-emails.ts";

const settings = { publicOrigin: "http://shop.test", supportEmail: "support@shop.test" };

test.each([
  ["en", "Our team removed your message in a room: “buy here”.", "Our team removed your photo."],
  ["es", "Nuestro equipo eliminó tu mensaje en una sala: «buy here».", "Nuestro equipo eliminó tu foto."],
] as const)(
  "a mail names what was removed in a whole sentence, with and without words of it (%s)",
  (language, line, picture) => {
    const to = { login: "nico", email: "nico@example.test", language, role: "fan" };
    const removed = (about: "line" | "picture", text: string | null) =>
      removalEmail(
        { number: "FL-1" } as TicketRow,
        to,
        { about, evidence: { text, title: null } as Evidence, reason: "Spam.", refund: false },
        settings,
      ).paragraphs[0];
    expect(removed("line", "buy here")).toBe(line);
    expect(removed("picture", null)).toBe(picture);
  },
);
