import { beforeAll, expect, test } from "vitest";
import { testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";
import type { OutboxEmail } from "../email.ts";

const app = testApp();
const outbox = async () => (await app.call("GET", "/dev/outbox.json")).body as unknown as OutboxEmail[];

beforeAll(async () => {
  for (const subject of ["First & <b>", "Second"]) {
    await app.withTransaction((tx) =>
      app.modules.mailer.enqueue(tx, {
        to: "anna@example.test",
        language: "en",
        subject,
        paragraphs: ["Hello."],
        action: { label: "Open", url: "http://127.0.0.1:1/x?token=abc" },
      }),
    );
    await until(async () => (await outbox()).some((email) => email.subject === subject), "the email");
  }
});

test("R-OPEN-94: in the demo every email can be read as JSON, newest first", async () => {
  const [newest, older] = await outbox();
  expect(newest).toMatchObject({ to: "anna@example.test", subject: "Second" });
  expect(older?.subject).toBe("First & <b>");
  expect(Object.keys(newest ?? {}).sort((a, b) => a.localeCompare(b))).toEqual([
    "at",
    "html",
    "id",
    "subject",
    "text",
    "to",
  ]);
  expect(newest?.text).toContain("http://127.0.0.1:1/x?token=abc");
  expect(new Date(String(newest?.at)).getTime()).toBeGreaterThan(0);
});

test("R-OPEN-94: people read the outbox on a page without scripts, each email in a frame that can do nothing", async () => {
  const [newest] = await outbox();
  const page = await app.call("GET", `/dev/outbox?mail=${newest?.id}`, { language: "es" });
  const html = String(page.body.text);
  expect(html).toContain("Bandeja de salida");
  expect(html).toContain("First &amp; &lt;b&gt;");
  expect(html).not.toContain("<script");
  const nonce = /<style nonce="([^"]+)"/.exec(html)?.[1];
  expect(page.headers["content-security-policy"]).toContain(`style-src 'nonce-${nonce}'`);
  expect(html).toContain(`src="/dev/outbox/${newest?.id}" sandbox="allow-popups`);
  const frame = await app.call("GET", `/dev/outbox/${newest?.id}`);
  expect(frame.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(frame.headers["content-security-policy"]).toContain("sandbox allow-popups");
  expect(String(frame.body.text)).toContain('<base target="_blank">');
  expect((await app.call("GET", "/dev/outbox/999999")).status).toBe(404);
});
