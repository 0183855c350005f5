// @vitest-environment happy-dom
import { useQuery } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { TicketDetails } from "#contract/admin-tickets.ts";
import { inTurn, type OpenPage, openPage, type Reply } from "#testing/component/page.tsx";
import { adminKey } from "../admin-queries.ts";
import { TicketPage } from "./TicketPage.tsx";

let page: OpenPage | undefined;
afterEach(() => page?.close());

const at = "2026-11-20T10:00:00.000Z";
const reported: TicketDetails = {
  ...{ id: 5, number: "7K3M-92QX", kind: "report", reason: "scam", about: "message", about_id: 40 },
  ...{ priority: 2, state: "open", name: "nico", created_at: at, due_at: at, overdue: false },
  ...{ language: "en", email: null, url: null, message: null, account_id: null, reports: 1 },
  evidence: {
    ...{
      path: "/chat/3",
      reported: { id: 8, name: "clara", role: "model" },
      title: null,
      media: null,
      picture: null,
    },
    ...{ text: "Pay me elsewhere", at, before: [] },
  },
  ...{ sold: { buyers: 0, tokens: 0 }, refunds: { buyers: 0, tokens: 0, waiting: 0, by_platform: 0 } },
  ...{ removable: true, erased: false, decisions: [], appeal: null, notes: [] },
};

/** The page of a report until what it is about is removed. */
function open(language: "en" | "es", ticket: TicketDetails = reported) {
  let shown = ticket;
  page = openPage(
    <TicketPage id={ticket.id} />,
    {
      "GET /api/admin/tickets/{id}": () => ({ status: 200, body: shown }),
      "POST /api/admin/tickets/{id}/evidence-file": () => ({
        status: 200,
        body: { url: "/private-files/chat/a.webp?of=report", kind: "picture" },
      }),
      "POST /api/admin/tickets/{id}/decide": () => ({ status: 200, body: shown }),
      "POST /api/admin/tickets/{id}/remove": () => {
        const note = { id: 1, kind: "removed", staff: "staff", body: "It asks for money.", at } as const;
        shown = { ...ticket, removable: false, notes: [note] };
        return { status: 200, body: shown };
      },
    },
    { language },
  );
  return page;
}

test.each([
  ["en", "Remove for everyone", "Reason", "Staff removed this."],
  ["es", "Eliminar para todos", "Motivo", "El equipo eliminó esto."],
] as const)(
  "staff remove what was reported by a button, with a reason, and the page then says so (%s)",
  async (language, press, reason, after) => {
    const { user, callsOf } = open(language);
    await user.click(await screen.findByRole("button", { name: press }));
    const dialog = await screen.findByRole("dialog", { name: press });
    await user.click(within(dialog).getByRole("button", { name: press }));
    expect(callsOf("POST /api/admin/tickets/{id}/remove"), "without a reason").toHaveLength(0);
    await user.type(within(dialog).getByRole("textbox", { name: new RegExp(reason) }), "It asks for money.");
    await user.click(within(dialog).getByRole("button", { name: press }));
    expect(await screen.findByText(after)).toBeTruthy();
    expect(screen.getByText("It asks for money.")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("button", { name: press })).toBeNull());
    const [call] = callsOf("POST /api/admin/tickets/{id}/remove");
    const texts = { reason: "It asks for money.", client_id: expect.any(String) };
    expect(call?.body).toEqual({ ...texts, refund_buyers: false });
  },
);

test.each([
  ["scam", true],
  ["other", false],
] as const)(
  "staff choose whether buyers get their tokens back; for %s the box is ticked at first: %s",
  async (reason, ticked) => {
    const { user, callsOf } = open("en", { ...reported, reason, sold: { buyers: 2, tokens: 1_260 } });
    await user.click(await screen.findByRole("button", { name: "Remove for everyone" }));
    const dialog = await screen.findByRole("dialog", { name: "Remove for everyone" });
    const box = within(dialog).getByRole("checkbox", { name: "Give 2 buyers their 1,260 tokens back" });
    expect((box as HTMLInputElement).checked).toBe(ticked);
    await user.click(box);
    await user.type(within(dialog).getByRole("textbox", { name: /Reason/ }), "Not as sold.");
    await user.click(within(dialog).getByRole("button", { name: "Remove for everyone" }));
    await waitFor(() => expect(callsOf("POST /api/admin/tickets/{id}/remove")).toHaveLength(1));
    expect(callsOf("POST /api/admin/tickets/{id}/remove")[0]?.body).toMatchObject({ refund_buyers: !ticked });
  },
);

test.each([
  [2, true],
  [0, false],
])(
  "what went by another report is not removed again; its %i buyers without refund are offered one: %s",
  async (buyers, isOffered) => {
    const sold = { buyers, tokens: buyers * 30 };
    const { user, callsOf } = open("en", { ...reported, reason: "scam", removable: false, sold });
    const form = within(await screen.findByRole("form", { name: "Decide the report" }));
    expect(screen.queryByRole("button", { name: "Remove for everyone" })).toBeNull();
    await user.selectOptions(form.getByRole("combobox"), "removed");
    expect(form.queryByRole("checkbox") !== null).toBe(isOffered);
    await user.type(form.getByRole("textbox", { name: /Reason/ }), "Not as sold.");
    await user.type(form.getByRole("textbox", { name: /Answer/ }), "Thanks.");
    await user.click(form.getByRole("button", { name: "Decide the report" }));
    await waitFor(() => expect(callsOf("POST /api/admin/tickets/{id}/decide")).toHaveLength(1));
    expect(callsOf("POST /api/admin/tickets/{id}/decide")[0]?.body).toMatchObject({
      refund_buyers: isOffered,
    });
  },
);

test("what staff have written stays where a colleague closes the report meanwhile", async () => {
  let ticket = reported;
  page = openPage(<TicketPage id={ticket.id} />, {
    "GET /api/admin/tickets/{id}": () => ({ status: 200, body: ticket }),
    "POST /api/admin/tickets/{id}/note": () => {
      ticket = { ...ticket, state: "closed" };
      return { status: 409, body: { code: "closed", message: "This message is closed." } };
    },
  });
  await page.user.type(
    await screen.findByRole("textbox", { name: /^Answer, for the person/ }),
    "We have looked at it.",
  );
  await page.user.click(screen.getByRole("radio", { name: "Note" }));
  const work = within(screen.getByRole("region", { name: "What to do" }));
  await page.user.type(work.getByRole("textbox"), "Asked the model for papers.");
  await page.user.click(work.getByRole("button", { name: "Save note" }));
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  const kept = within(screen.getByText(/What you wrote wasn’t sent/).parentElement as HTMLElement);
  expect(kept.getByText("Asked the model for papers.")).toBeDefined();
  expect(kept.getByText("We have looked at it.")).toBeDefined();
});

test("what buyers have back stands in the report", async () => {
  open("es", {
    ...{ ...reported, removable: false },
    refunds: { buyers: 12, tokens: 3_600, waiting: 2, by_platform: 50 },
  });
  expect(
    await screen.findByText(
      "Tokens reembolsados: 3.600. Compradores: 12. Pagado por Fanlight: 50. Aún en proceso: 2.",
    ),
  ).toBeTruthy();
});

test("the picture of a report is fetched and shown once staff ask for it", async () => {
  const evidence = { ...reported.evidence, media: "picture" } as TicketDetails["evidence"];
  const { user, callsOf } = open("en", { ...reported, evidence });
  const look = await screen.findByRole("button", { name: "View file" });
  expect(callsOf("POST /api/admin/tickets/{id}/evidence-file")).toHaveLength(0);
  await user.click(look);
  const shown = (await screen.findByRole("img", {
    name: "As it was when reported",
  })) as HTMLImageElement;
  expect(shown.getAttribute("src")).toBe("/private-files/chat/a.webp?of=report");
});

test("what cannot be removed has no button for it", async () => {
  open("en", { ...reported, about: "profile", removable: false });
  expect(await screen.findByText("Pay me elsewhere")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Remove for everyone" })).toBeNull();
});

test("staff see the picture that was reported, as it was", async () => {
  const evidence = reported.evidence && {
    ...reported.evidence,
    ...{ text: null, media: "picture" as const, picture: "/private-files/evidence/a.webp?s=1" },
  };
  open("en", { ...reported, about: "picture", evidence });
  const picture = await screen.findByRole("img", { name: "The reported photo" });
  expect(picture.getAttribute("src")).toBe("/private-files/evidence/a.webp?s=1");
});

test("what staff decide is named by what it is: a report, or the appeal against its decision", async () => {
  open("en");
  await screen.findByRole("button", { name: "Decide the report" });
  page?.close();
  const warned = { id: 1, outcome: "warned", reason: "It asks for money.", staff: "staff" } as const;
  open("en", {
    ...reported,
    decisions: [{ ...warned, on_appeal: false, at }],
    appeal: { text: "It was a joke.", at },
  });
  await screen.findByRole("button", { name: "Decide the appeal" });
  expect(screen.queryByRole("button", { name: "Decide the report" })).toBeNull();
});

test("a report is not closed while the appeal against its decision waits", async () => {
  let ticket = reported;
  page = openPage(<TicketPage id={ticket.id} />, {
    "GET /api/admin/tickets/{id}": () => ({ status: 200, body: ticket }),
    "POST /api/admin/tickets/{id}/close": () => {
      const decision = { id: 1, outcome: "warned", reason: "It asks for money.", staff: "staff" } as const;
      const decisions = [{ ...decision, on_appeal: false, at }];
      ticket = { ...ticket, decisions, appeal: { text: "It was a joke.", at } };
      return { status: 409, body: { code: "appeal_undecided", message: "Decide the appeal." } };
    },
  });
  await page.user.click(await screen.findByRole("radio", { name: "Close" }));
  const work = within(screen.getByRole("region", { name: "What to do" }));
  await page.user.type(work.getByRole("textbox"), "Nothing to do.");
  await page.user.click(work.getByRole("button", { name: "Close message" }));
  await screen.findByText("It was a joke.");
  expect(work.queryByRole("radio", { name: "Close" })).toBeNull();
  const note = work.getByRole("radio", { name: "Note" }) as HTMLInputElement;
  expect(note.checked, "what was not for the reporter is not sent to them").toBe(true);
  expect((work.getByRole("textbox") as HTMLTextAreaElement).value).toBe("Nothing to do.");
});

test("a report whose content was removed ahead of its decision is neither dismissed nor closed", async () => {
  const { user } = open("en");
  const outcomes = async () => {
    const field = (await screen.findByRole("combobox", { name: /^Outcome/ })) as HTMLSelectElement;
    return [field.value, ...[...field.options].map(({ value }) => value)];
  };
  expect(await outcomes()).toEqual(["dismissed", "dismissed", "warned", "removed", "suspended"]);
  expect(screen.getByRole("radio", { name: "Close" })).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Remove for everyone" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove for everyone" });
  await user.type(within(dialog).getByRole("textbox", { name: /Reason/ }), "It asks for money.");
  await user.click(within(dialog).getByRole("button", { name: "Remove for everyone" }));
  await screen.findByText("Staff removed this.");
  expect(await outcomes()).toEqual(["removed", "warned", "removed", "suspended"]);
  expect(screen.queryByRole("radio", { name: "Close" })).toBeNull();
});

test.each([
  ["en", "Suspend: nico", "Suspend nico?", "Suspend", "nico is suspended"],
  ["es", "Suspender: nico", "¿Suspender a nico?", "Suspender", "La cuenta de nico está suspendida"],
] as const)(
  "R-OPEN-11: staff suspend a reported fan on the report, with a reason (%s)",
  async (language, press, title, confirm, texts) => {
    const reportedFan = { id: 9, name: "nico", role: "fan" } as const;
    const fan = { id: 9, login: "nico", role: "fan", suspended_at: null } as const;
    page = openPage(
      <TicketPage id={5} />,
      {
        "GET /api/admin/tickets/{id}": {
          ...reported,
          evidence: reported.evidence && { ...reported.evidence, reported: reportedFan },
        },
        "GET /api/admin/accounts/{id}": fan,
        "POST /api/admin/accounts/{id}/suspend": { ...fan, suspended_at: at },
      },
      { language },
    );
    const { user, callsOf, toasts } = page;
    await user.click(await screen.findByRole("button", { name: press }));
    const dialog = await screen.findByRole("dialog", { name: title });
    await user.type(within(dialog).getByRole("textbox"), "threats");
    await user.click(within(dialog).getByRole("button", { name: confirm }));
    await waitFor(() => expect(toasts()).toContain(texts));
    const [call] = callsOf("POST /api/admin/accounts/{id}/suspend");
    expect([call?.path, call?.body]).toEqual([
      "/api/admin/accounts/9/suspend",
      { reason: "threats", client_id: expect.any(String) },
    ]);
  },
);

const decideForm = async () => {
  const reason = await screen.findByRole("textbox", { name: /^Reasons, for/ });
  const answer = screen.getByRole("textbox", { name: /^Answer, for the person/ });
  const outcome = screen.getByRole("combobox", { name: /^Outcome/ });
  return { reason, answer, outcome, button: screen.getByRole("button", { name: "Decide the report" }) };
};
type Sent = { client_id: string; outcome?: string; refund_buyers: boolean };

test("a removal that is sent again with another choice for its buyers is another one, with an id of its own", async () => {
  const remove = "POST /api/admin/tickets/{id}/remove";
  const ticket = { ...reported, sold: { buyers: 2, tokens: 1_260 } };
  const done: Reply = { status: 200, body: ticket };
  page = openPage(<TicketPage id={5} />, {
    "GET /api/admin/tickets/{id}": ticket,
    [remove]: inTurn({ status: 0 }, { status: 0 }, done),
  });
  const { user, callsOf } = page;
  await user.click(await screen.findByRole("button", { name: "Remove for everyone" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByRole("textbox", { name: /Reason/ }), "Not as sold.");
  const press = async (times: number) => {
    await user.click(dialog.getByRole("button", { name: "Remove for everyone" }));
    await waitFor(() => expect(callsOf(remove)).toHaveLength(times));
    await waitFor(() => expect(page?.toasts()).toHaveLength(times));
  };
  await press(1);
  await press(2);
  await user.click(dialog.getByRole("checkbox"));
  await press(3);
  const sent = callsOf(remove).map(({ body }) => body as Sent);
  expect(sent.map(({ refund_buyers }) => refund_buyers)).toEqual([true, true, false]);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]?.client_id).not.toBe(sent[0]?.client_id);
});

test("a decision that is sent again with another outcome is another one, with an id of its own", async () => {
  const decide = "POST /api/admin/tickets/{id}/decide";
  page = openPage(<TicketPage id={5} />, {
    "GET /api/admin/tickets/{id}": reported,
    [decide]: inTurn({ status: 0 }, { status: 200, body: reported }),
  });
  const { user, callsOf } = page;
  const { reason, answer, outcome, button } = await decideForm();
  await user.type(reason, "It asks for money.");
  await user.type(answer, "We have looked at it.");
  await user.click(button);
  await waitFor(() => expect(page?.toasts()).toHaveLength(1));
  await user.selectOptions(outcome, "warned");
  await user.click(button);
  await waitFor(() => expect(callsOf(decide)).toHaveLength(2));
  const sent = callsOf(decide).map(({ body }) => body as Sent);
  expect(sent.map((each) => each.outcome)).toEqual(["dismissed", "warned"]);
  expect(sent[1]?.client_id).not.toBe(sent[0]?.client_id);
});

/** Another list of the same page, which is slow to be read again. */
function SlowList({ read }: { read(): Promise<number> }) {
  useQuery({ queryKey: [adminKey, "slow"], queryFn: read });
  return null;
}

test.each(["decide", "close"] as const)(
  "what staff have sent is not shown as unsent while the page is read again (%s)",
  async (what) => {
    let ticket = reported;
    const again = Promise.withResolvers<number>();
    let reads = 0;
    const finish = () => {
      ticket = { ...ticket, state: "closed" };
      return { status: 200, body: ticket };
    };
    page = openPage(
      <>
        <TicketPage id={5} />
        <SlowList read={() => (reads++ === 0 ? Promise.resolve(0) : again.promise)} />
      </>,
      {
        "GET /api/admin/tickets/{id}": () => ({ status: 200, body: ticket }),
        "POST /api/admin/tickets/{id}/decide": finish,
        "POST /api/admin/tickets/{id}/close": finish,
      },
    );
    const { user, toasts } = page;
    if (what === "decide") {
      const { reason, answer, button } = await decideForm();
      await user.type(reason, "It asks for money.");
      await user.type(answer, "We have looked at it.");
      await user.click(button);
    } else {
      await user.click(await screen.findByRole("radio", { name: "Close" }));
      const work = within(screen.getByRole("region", { name: "What to do" }));
      await user.type(work.getByRole("textbox"), "Nothing to do.");
      await user.click(work.getByRole("button", { name: "Close message" }));
    }
    await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
    expect(screen.queryByText(/What you wrote wasn’t sent/)).toBeNull();
    expect(toasts()).toEqual([]);
    again.resolve(1);
    await waitFor(() => expect(toasts()).toHaveLength(1));
  },
);
