// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { type Call, closePage, inTurn, openPage, type Reply } from "#testing/component/page.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "./refusal.ts";
import { useCommand } from "./use-command.ts";

afterEach(closePage);

const pay = "POST /api/fan/pay-tips-to-model/{id}";
const paid: Reply = { status: 200, body: { success: true, balance: 70, tip: { tokens: 30 } } };
const refused = (status: number, more: object = {}): Reply => ({
  status,
  body: { code: "no", message: "Not now.", ...more },
});

type PressProps = { amount?: number; once?: readonly unknown[]; onDone?: (balance: number) => void };

/** A button that tips, and what is known of the tip. */
function Press({ amount = 30, once, onDone }: PressProps) {
  const [liked, setLiked] = useState(false);
  const command = useCommand({
    ...(once && { once }),
    call: (tokens: number, idempotencyKey) =>
      browserApi.call(pay, { params: { id: 4 }, body: { amount: tokens }, idempotencyKey }),
    optimistic() {
      setLiked(true);
      return () => setLiked(false);
    },
    onDone: ({ body }) => onDone?.(body.balance),
  });
  const { pending, refusal, open, done } = command;
  return (
    <>
      <button type="button" aria-pressed={liked} onClick={() => void command.run(amount)}>
        Tip
      </button>
      <output>
        {pending
          ? "pending"
          : refusal?.unknown
            ? "unknown"
            : refusal
              ? refusalText(refusal)
              : done
                ? "done"
                : "idle"}
        {open !== null && ` ${open}`}
      </output>
    </>
  );
}

const button = () => screen.getByRole("button", { name: "Tip" });
const shows = (text: string) => waitFor(() => expect(screen.getByRole("status").textContent).toBe(text));
const keys = (calls: Call[]) => calls.map(({ headers }) => headers.get("idempotency-key"));

test("R-OPEN-38: however often it is pressed while an answer is awaited, it is sent once; the next press is another intent", async () => {
  const answered = Promise.withResolvers<Reply>();
  const page = openPage(<Press />, { [pay]: () => answered.promise });
  act(() => {
    button().click();
    button().click();
  });
  await shows("pending 30");
  await page.user.dblClick(button());
  answered.resolve(paid);
  await shows("done");
  expect(page.callsOf(pay)).toHaveLength(1);
  await page.user.click(button());
  await waitFor(() => expect(new Set(keys(page.callsOf(pay))).size).toBe(2));
});

test("R-OPEN-38: a lost answer leaves the outcome unknown; asked again with the same key it settles", async () => {
  const page = openPage(<Press />, { [pay]: inTurn({ status: 0 }, { status: 502 }, paid) });
  await page.user.click(button());
  await shows("unknown 30");
  await page.user.click(button());
  await shows("unknown 30");
  await page.user.click(button());
  await shows("done");
  expect(new Set(keys(page.callsOf(pay))).size).toBe(1);
  expect(page.callsOf(pay)).toHaveLength(3);
});

test("another input after an unknown outcome is another intent, unless it must not happen twice", async () => {
  function Both({ once }: Pick<PressProps, "once">) {
    const [amount, setAmount] = useState(30);
    return (
      <>
        <Press amount={amount} {...(once && { once })} />
        <button type="button" onClick={() => setAmount(50)}>
          More
        </button>
      </>
    );
  }
  for (const once of [undefined, ["tip", 4]]) {
    const page = openPage(<Both {...(once && { once })} />, { [pay]: inTurn({ status: 0 }, paid) });
    await page.user.click(button());
    await shows("unknown 30");
    await page.user.click(screen.getByRole("button", { name: "More" }));
    await page.user.click(button());
    await shows("done");
    expect(page.callsOf(pay).map(({ body }) => body)).toEqual([{ amount: 30 }, { amount: once ? 30 : 50 }]);
    expect(new Set(keys(page.callsOf(pay))).size).toBe(once ? 1 : 2);
    page.close();
  }
});

test("another file after an unknown outcome is another intent; the same one, chosen again, is not", async () => {
  const store = "POST /api/studio/gallery";
  /** As in a browser, whose files are `{}` in JSON. */
  function picture(name: string): File {
    const file = new File(["1234"], name, { type: "image/png", lastModified: 1 });
    for (const each of Object.keys(file)) Object.defineProperty(file, each, { enumerable: false });
    return file;
  }
  function Choose() {
    const command = useCommand({
      call: (file: File, key) =>
        browserApi.call(store, {
          body: {},
          files: { picture: file },
          idempotencyKey: key,
          timeoutMs: null,
        }),
    });
    return ["sea.png", "hills.png"].map((name) => (
      <button key={name} type="button" onClick={() => void command.run(picture(name))}>
        {name}
      </button>
    ));
  }
  const { user, callsOf } = openPage(<Choose />, { [store]: inTurn({ status: 0 }) });
  for (const name of ["sea.png", "sea.png", "hills.png"]) {
    const before = callsOf(store).length;
    await user.click(screen.getByRole("button", { name }));
    await waitFor(() => expect(callsOf(store)).toHaveLength(before + 1));
  }
  const [first, again, other] = callsOf(store).map(({ body, headers }) => ({
    key: headers.get("idempotency-key"),
    name: ((body as FormData).get("picture") as File).name,
  }));
  expect(again).toEqual(first);
  expect(other).toMatchObject({ name: "hills.png" });
  expect(other?.key).not.toBe(first?.key);
});

test.each([
  [refused(402, { needed: 30, balance: 5 }), "Not now."],
  [refused(429, { retry_after: 9 }), "Not now."],
  [refused(422, { errors: { amount: ["Too many."] } }), "Not now."],
  [{ status: 503, body: { code: "overloaded", message: "Later." } }, "Later."],
])("a refusal is put in words, takes back what was shown and frees the key: %o", async (reply, text) => {
  const page = openPage(<Press />, { [pay]: inTurn(reply, paid) });
  await page.user.click(button());
  await shows(text);
  expect(button().getAttribute("aria-pressed")).toBe("false");
  await page.user.click(button());
  await shows("done");
  expect(button().getAttribute("aria-pressed")).toBe("true");
  expect(new Set(keys(page.callsOf(pay))).size).toBe(2);
});

/** A part of the page that its fan can leave and come back to. */
function Leaving({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(true);
  return (
    <>
      {shown && children}
      <button type="button" onClick={() => setShown(!shown)}>
        Turn
      </button>
    </>
  );
}

test("an answer that comes after the component has gone is still carried out", async () => {
  const answered = Promise.withResolvers<Reply>();
  const onDone = vi.fn<(balance: number) => void>();
  const page = openPage(
    <Leaving>
      <Press onDone={onDone} />
    </Leaving>,
    { [pay]: () => answered.promise },
  );
  await page.user.click(button());
  await page.user.click(screen.getByRole("button", { name: "Turn" }));
  answered.resolve(paid);
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(70));
});

test("R-OPEN-38: what must not happen twice is found again by the user who comes back, pending or unknown", async () => {
  const lost = Promise.withResolvers<Reply>();
  const replies = [lost.promise, paid];
  const page = openPage(
    <Leaving>
      <Press once={["tip", 4]} />
    </Leaving>,
    { [pay]: () => replies.shift() ?? { status: 0 } },
  );
  const turn = () => page.user.click(screen.getByRole("button", { name: "Turn" }));
  await page.user.click(button());
  await turn();
  await turn();
  await shows("pending 30");
  await page.user.click(button());
  expect(page.callsOf(pay)).toHaveLength(1);
  await turn();
  lost.resolve({ status: 0 });
  await turn();
  await shows("unknown 30");
  await page.user.click(button());
  await shows("done");
  expect(new Set(keys(page.callsOf(pay))).size).toBe(1);
});

test("two tabs are two intents: each has its own key, and each gets its own answer", async () => {
  const page = openPage(null, { [pay]: inTurn(paid, refused(409)) });
  const tabs = ["first", "second"].map((name) => (
    <QueryClientProvider key={name} client={new QueryClient()}>
      <section aria-label={name}>
        <Press once={["tip", 4]} />
      </section>
    </QueryClientProvider>
  ));
  const drawn = render(<div>{tabs}</div>);
  const [first, second] = drawn.getAllByRole("button", { name: "Tip" });
  if (!first || !second) throw new Error("two tabs");
  const user = userEvent.setup();
  await user.click(first);
  await user.click(second);
  await waitFor(() =>
    expect(drawn.getAllByRole("status").map(({ textContent }) => textContent)).toEqual(["done", "Not now."]),
  );
  expect(new Set(keys(page.callsOf(pay))).size).toBe(2);
});
