import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { testApp } from "#testing/app/test-app.ts";
import { createApi } from "#web/lib/api/api.ts";
import { type RequestContext, requestContext } from "#web/lib/page/request-context.ts";
import { takeMessage } from "./message-action.ts";

const app = testApp();
const typed = { name: "Ana", email: "ana@example.test", message: "I cannot find my receipt." };

/** Sends a plain form as a browser does that runs no script; answers what the page is given to show. */
async function send(path: "/contact" | "/content-removal", fields: Record<string, string>) {
  const api = createApi({
    async transport({ method, path: asked, headers, body, signal }) {
      const init = { method, headers, signal, ...(body === undefined ? {} : { body }) };
      const answer = await fetch(app.origin + asked, init as RequestInit);
      return { status: answer.status, text: await answer.text() };
    },
    token: () => null,
    language: () => "en",
  });
  const context = new RouterContextProvider();
  context.set(requestContext, { api, viewer: null } as RequestContext);
  const request = new Request(`http://fan.example${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  const { data, init } = await takeMessage({ request, context }, path === "/content-removal");
  return { shown: data, status: init?.status ?? 200 };
}

const tickets = async () => app.modules.support.tickets({ state: "all", page: 1 });
const stored = async () => (await tickets()).rows;

test("R-LEGAL-07: a plain form arrives once, pressed twice or sent again, and what it says is as it was typed", async () => {
  const form = { ...typed, message: "I cannot find my receipt.\r\nWhere is it?" };
  const [first, second] = await Promise.all([send("/contact", form), send("/contact", form)]);
  expect(first).toEqual({
    status: 200,
    shown: {
      receipt: {
        number: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
        due_at: expect.any(String),
        mailed: true,
      },
      values: { name: "Ana", email: "ana@example.test" },
    },
  });
  expect(second).toEqual(first);
  expect(await stored()).toMatchObject([
    { kind: "contact", message: "I cannot find my receipt.\nWhere is it?" },
  ]);
  expect(await send("/contact", { ...form, message: "There is one more thing." })).not.toEqual(first);
  expect((await tickets()).total).toBe(2);
});

test("R-LEGAL-08: a plain form asks for a removal, and one that lacks something is refused with all that was typed", async () => {
  const { total } = await tickets();
  const form = { ...typed, reason: "copyright", url: "/stream/luna", website: "" };
  for (const [wrong, errors] of [
    [{ reason: "" }, { reason: ["choose"] }],
    [
      { url: "luna", email: "ana" },
      { url: ["url_format"], email: ["email_format"] },
    ],
    [{ reason: "ransom" }, { reason: [expect.any(String)] }],
  ] as const) {
    const sent = { ...form, ...wrong };
    const { status, shown } = await send("/content-removal", sent);
    expect({ status, shown }).toEqual({
      status: 422,
      shown: { values: sent, errors, problem: null, code: expect.any(String) },
    });
  }
  expect((await tickets()).total).toBe(total);
  expect((await send("/content-removal", form)).status).toBe(200);
  expect((await tickets()).total).toBe(total + 1);
});
