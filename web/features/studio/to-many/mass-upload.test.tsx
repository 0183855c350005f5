// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closePage, inTurn, leavePage, openPage } from "#testing/component/page.tsx";
import { headOf } from "#testing/files/head-of.ts";
import { MassForm } from "./MassForm.tsx";
import { type MassOrder, useMassOrder } from "./use-mass-order.ts";

/** The uploads that have begun; the tests say when one has arrived. */
const uploads: { arrives(): void; aborted: boolean }[] = [];
vi.mock("tus-js-client", () => ({
  Upload: class {
    url: string | null = null;
    aborted = false;
    readonly options: { onSuccess(): void };
    constructor(_file: Blob, options: { onSuccess(): void }) {
      this.options = options;
    }
    async findPreviousUploads() {
      return [];
    }
    async abort() {
      this.aborted = true;
    }
    start() {
      uploads.push(this as never);
    }
    arrives() {
      this.url = `/api/uploads/upload-${uploads.length}`;
      this.options.onSuccess();
    }
  },
}));

beforeEach(() => {
  uploads.length = 0;
});
afterEach(closePage);

const bring = "POST /api/studio/mass-media";
const send = "POST /api/studio/mass-messages";
const brought = { status: 201, body: { id: 5 } };
const sent = { status: 201, body: { id: 9 } };
const large = (name: string, type: string) =>
  new File([headOf(type), new Uint8Array(4 * 1024 * 1024)], name, { type });
/** Waits until the chosen file is drawn: it is looked at before. */
const shown = () => waitFor(() => expect(document.querySelector("form img, form video")).not.toBeNull());
const field = (body: unknown, name: string) => (body as FormData).get(name);
const begun = (count: number) => waitFor(() => expect(uploads).toHaveLength(count));

test("a message to many whose page is left while its file is sent goes to nobody", async () => {
  const outcome = Promise.withResolvers<boolean>();
  const order: MassOrder = {
    to: "everybody",
    item_id: null,
    body: "Tonight",
    price: null,
    send_at: null,
    media: large("sea.jpg", "image/jpeg"),
    poster: null,
  };
  function Order() {
    const { run } = useMassOrder(() => {});
    return (
      <button type="button" onClick={() => outcome.resolve(run(order))}>
        Send
      </button>
    );
  }
  const page = openPage(<Order />, { [bring]: () => brought, [send]: () => sent });
  await page.user.click(screen.getByRole("button", { name: "Send" }));
  await begun(1);
  leavePage();
  uploads[0]?.arrives();
  expect(await outcome.promise).toBe(false);
  expect(uploads[0]?.aborted).toBe(true);
  expect([...page.callsOf(bring), ...page.callsOf(send)]).toEqual([]);
});

test("the upload of a message to many can be given up, and the form keeps what it has", async () => {
  const onSent = vi.fn();
  const page = openPage(<MassForm onSent={onSent} />, { [bring]: () => brought, [send]: () => sent });
  const text = screen.getByLabelText<HTMLTextAreaElement>("Message");
  await page.user.type(text, "Tonight at nine");
  await page.user.click(screen.getByRole("switch"));
  await page.user.upload(screen.getByLabelText("Choose a photo or video"), large("hills.jpg", "image/jpeg"));
  await shown();
  await page.user.click(screen.getByRole("button", { name: "Send" }));
  await begun(1);
  await page.user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(text.closest("fieldset")?.disabled).toBe(false));
  expect(uploads[0]?.aborted).toBe(true);
  expect(text.value).toBe("Tonight at nine");
  expect(screen.queryByRole("alert")?.textContent ?? "").toBe("");
  expect([...page.callsOf(bring), ...page.callsOf(send)]).toEqual([]);
  await page.user.click(screen.getByRole("button", { name: "Send" }));
  await begun(2);
  uploads[1]?.arrives();
  await waitFor(() => expect(onSent).toHaveBeenCalled());
  expect(page.callsOf(send).map(({ body }) => body)).toMatchObject([
    { body: "Tonight at nine", media_id: 5 },
  ]);
});

test("a poster chosen after a message to many was refused goes out with its film", async () => {
  const refused = { status: 409, body: { code: "any", message: "Not today" } };
  const onSent = vi.fn();
  const page = openPage(<MassForm onSent={onSent} />, {
    [bring]: inTurn(brought, { status: 201, body: { id: 6 } }),
    [send]: inTurn(refused, refused, sent),
  });
  const press = () => page.user.click(screen.getByRole("button", { name: "Send" }));
  const poster = async (name: string) => {
    const file = new File([headOf("image/jpeg"), name], name, { type: "image/jpeg" });
    const before = document.querySelector("form img")?.getAttribute("src");
    await page.user.upload(screen.getByLabelText("Choose a photo"), file);
    await waitFor(() => {
      const src = document.querySelector("form img")?.getAttribute("src");
      expect([undefined, before]).not.toContain(src);
    });
  };
  await page.user.click(screen.getByRole("switch"));
  await page.user.upload(screen.getByLabelText("Choose a photo or video"), large("sea.mp4", "video/mp4"));
  await shown();
  await poster("first.jpg");
  await press();
  await begun(1);
  uploads[0]?.arrives();
  await screen.findByText("Not today");
  await press();
  await waitFor(() => expect(page.callsOf(send)).toHaveLength(2));
  expect(page.callsOf(bring)).toHaveLength(1);
  await screen.findByText("Not today");
  await poster("second.jpg");
  await press();
  await begun(2);
  uploads[1]?.arrives();
  await waitFor(() => expect(onSent).toHaveBeenCalled());
  expect(page.callsOf(bring).map(({ body }) => (field(body, "poster") as File).name)).toEqual([
    "first.jpg",
    "second.jpg",
  ]);
  expect(page.callsOf(send).map(({ body }) => (body as { media_id: number }).media_id)).toEqual([5, 5, 6]);
});

test.each([
  ["en", "Choose a photo or video", "Price in tokens", "Send", "1,000"],
  ["es", "Elegir una foto o un video", "Precio en tokens", "Enviar", "1.000"],
] as const)(
  "a price that is typed with a sign between its thousands is that price, and none that is no whole number is sent (%s)",
  async (language, chooseLabel, priceLabel, sendLabel, thousand) => {
    const page = openPage(
      <MassForm onSent={vi.fn()} />,
      { [bring]: () => brought, [send]: () => sent },
      { language },
    );
    await page.user.click(screen.getByRole("switch"));
    await page.user.upload(screen.getByLabelText(chooseLabel), large("sea.jpg", "image/jpeg"));
    await shown();
    const price = screen.getByLabelText(new RegExp(`^${priceLabel}`));
    const button = screen.getByRole<HTMLButtonElement>("button", { name: sendLabel });
    for (const wrong of ["1.5", "1.00", "100.001", "-1"]) {
      await page.user.clear(price);
      await page.user.type(price, wrong);
      expect(button.disabled, wrong).toBe(true);
    }
    await page.user.clear(price);
    await page.user.type(price, thousand);
    await page.user.click(button);
    await begun(1);
    uploads[0]?.arrives();
    await waitFor(() => expect(page.callsOf(send).map(({ body }) => body)).toMatchObject([{ price: 1_000 }]));
  },
);
