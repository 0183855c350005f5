import { randomUUID } from "node:crypto";
import { everybody, type MatrixRow, row, staffOnly } from "#testing/roles/matrix-row.ts";

const contactMessage = () => ({
  client_id: randomUUID(),
  name: "Ana",
  email: "ana@example.test",
  message: "Please look at this.",
});

const noTicket = () => ({ params: { id: 999_999 }, body: { client_id: randomUUID(), text: "hello" } });

const noPayment = () => ({ params: { id: randomUUID() }, body: { reason: "a test" } });

/** Legal texts, messages to support and what staff does. */
export const supportRows = {
  // Legal texts
  "GET /api/terms-of-service": row(everybody(200)),
  "GET /api/privacy-policy": row(everybody(200)),
  "GET /api/usc-2257": row(everybody(200)),
  "GET /api/legal/{document}": row(everybody(200), () => ({ params: { document: "terms-of-service" } })),

  // Messages to support, with or without an account
  "GET /api/support/contact": row(everybody(200)),
  "POST /api/support/contact": row(everybody(201), () => ({ body: contactMessage() })),
  "POST /api/support/content-removal": row(everybody(201), () => ({
    body: { ...contactMessage(), url: "https://fanlight.example/allposts", reason: "copyright" },
  })),

  // Reports by people with an account
  "POST /api/reports": row({ ...everybody(201), guest: 401, admin: 403, model: 404 }, ({ model }) => ({
    body: { about: "profile", id: model.id, reason: "other", client_id: randomUUID() },
  })),
  "GET /api/reports": row({ ...everybody(200), guest: 401, admin: 403 }),
  "GET /api/decisions": row({ ...everybody(200), guest: 401, admin: 403 }),
  "POST /api/decisions/{number}/appeal": row({ ...everybody(404), guest: 401, admin: 403 }, () => ({
    params: { number: "0000-0000" },
    body: { text: "It was not me." },
  })),

  // The admin area: a model who is not live, a ticket and a payment that nobody has
  "GET /api/admin/models": row(staffOnly(200)),
  "GET /api/admin/models/{id}/listing": row(staffOnly(200), ({ model }) => ({ params: { id: model.id } })),
  "POST /api/admin/models/{id}/{action}": row(staffOnly(409), ({ model }) => ({
    params: { id: model.id, action: "end-show" },
    body: { reason: "a test", client_id: randomUUID() },
  })),
  "GET /api/admin/accounts/{id}": row(staffOnly(200), ({ fan }) => ({ params: { id: fan.id } })),
  "POST /api/admin/accounts/{id}/suspend": row(staffOnly(200), async ({ app }) => ({
    params: { id: (await app.fan()).id },
    body: { reason: "a test", client_id: randomUUID() },
  })),
  "POST /api/admin/accounts/{id}/restore": row(staffOnly(409), ({ fan }) => ({
    params: { id: fan.id },
    body: { reason: "a test", client_id: randomUUID() },
  })),
  "POST /api/admin/accounts/{id}/end-sessions": row(staffOnly(200), async ({ app }) => ({
    params: { id: (await app.fan()).id },
    body: { reason: "a stolen phone", client_id: randomUUID() },
  })),
  "POST /api/admin/accounts/{id}/remove-second-factor": row(staffOnly(422), ({ fan }) => ({
    params: { id: fan.id },
    body: { reason: "a test", client_id: randomUUID(), current_password: "" },
  })),
  "GET /api/admin/log": row(staffOnly(200)),
  "GET /api/admin/tickets": row(staffOnly(200)),
  "GET /api/admin/tickets/{id}": row(staffOnly(404), noTicket),
  "POST /api/admin/tickets/{id}/answer": row(staffOnly(404), noTicket),
  "POST /api/admin/tickets/{id}/note": row(staffOnly(404), noTicket),
  "POST /api/admin/tickets/{id}/close": row(staffOnly(404), noTicket),
  "POST /api/admin/tickets/{id}/reopen": row(staffOnly(404), noTicket),
  "POST /api/admin/tickets/{id}/remove": row(staffOnly(404), () => ({
    params: { id: 999_999 },
    body: { reason: "a test", client_id: randomUUID() },
  })),
  "POST /api/admin/tickets/{id}/evidence-file": row(staffOnly(404), () => ({
    params: { id: 999_999 },
    body: { client_id: randomUUID() },
  })),
  "POST /api/admin/tickets/{id}/decide": row(staffOnly(404), () => ({
    params: { id: 999_999 },
    body: { client_id: randomUUID(), outcome: "dismissed", reason: "no breach", answer: "We looked at it." },
  })),
  "GET /api/admin/payments": row(staffOnly(200)),
  "GET /api/admin/payments/{id}": row(staffOnly(404), noPayment),
  "POST /api/admin/payments/{id}/refund": row(staffOnly(404), noPayment),
  "GET /api/admin/chargebacks": row(staffOnly(200)),
  "POST /api/admin/chargebacks/{id}/resolve": row(staffOnly(404), () => ({
    params: { id: 987_654_321 },
    body: { payment_id: null, reason: "a test" },
  })),
  "GET /api/admin/debts": row(staffOnly(200)),
  "GET /api/admin/day-reports": row(staffOnly(200)),
  "GET /api/admin/books": row(staffOnly(200), () => ({ query: { day: "2026-05-01" } })),
  "GET /api/admin/state": row(staffOnly(200)),
  "GET /api/admin/payouts": row(staffOnly(200), () => ({ query: { month: "2026-05" } })),
  "GET /api/admin/payouts.csv": row(staffOnly(200), () => ({ query: { month: "2026-05" } })),
  "POST /api/admin/payouts/{id}": row(staffOnly(404), ({ fan }) => ({
    params: { id: fan.id },
    body: { month: "2026-05", tokens: 1, reference: "a test", client_id: randomUUID() },
  })),
} as const satisfies Record<string, MatrixRow>;
