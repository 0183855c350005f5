// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { SpendLimits } from "#contract/wallet.ts";
import { closePage, openPage, type Reply } from "#testing/component/page.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { putLimits } from "./limits-query.ts";
import { SpendingSection } from "./SpendingSection.tsx";

afterEach(closePage);

const read = "GET /api/fan/limits";
const store = "POST /api/fan/limits";
const pause = "POST /api/fan/pause";

const none: SpendLimits = {
  ...{ day: null, week: null, month: null, pending: null, paused_until: null },
  spent: { day: 60, week: 1_240, month: 1_240 },
};

const words = {
  en: {
    fields: ["In any 24 hours", "In any 7 days", "In any 30 days"],
    used: ["60 of 2,000 tokens spent", "1,240 tokens spent"],
    wrong: "Enter a whole number above 0, or leave it empty.",
    save: "Save limits",
    saved: ["Limits saved", "Saved. Raised or removed limits change in 24 hours."],
    waits: /^These limits change on .+:In any 24 hours: 2,000 → No limit$/,
    days: "7 days",
    asks: ["Take a break of 7 days?", "You can’t end a break early, and neither can support."],
    start: "Start the break",
    begun: "Your break has started",
    paused: ["On a break", /^You’re on a break until /, "You can make your break longer, but not shorter."],
  },
  es: {
    fields: ["En 24 horas", "En 7 días", "En 30 días"],
    used: ["60 de 2.000 tokens gastados", "1.240 tokens gastados"],
    wrong: "Escribe un número entero mayor que 0, o deja el campo vacío.",
    save: "Guardar límites",
    saved: ["Límites guardados", "Guardado. Los límites que subiste o quitaste cambian en 24 horas."],
    waits: /^Estos límites cambian el .+:En 24 horas: 2\.000 → Sin límite$/,
    days: "7 días",
    asks: ["¿Tomar un descanso de 7 días?", "No puedes terminar el descanso antes, y soporte tampoco."],
    start: "Empezar el descanso",
    begun: "Tu descanso empezó",
    paused: ["En descanso", /^Estás en descanso hasta el /, "Puedes alargar tu descanso, pero no acortarlo."],
  },
} as const;

test.each(["en", "es"] as const)(
  "a limit for a day holds at once; one that is taken away waits, and what is no number is not sent (%s)",
  async (language) => {
    const { fields, used, wrong, save, saved, waits } = words[language];
    let limits = none;
    const page = openPage(
      <SpendingSection />,
      {
        [read]: () => ({ status: 200, body: limits }),
        [store]: ({ body }) => {
          const chosen = body as Pick<SpendLimits, "day" | "week" | "month">;
          limits =
            chosen.day === null
              ? { ...limits, pending: { ...chosen, from: "2026-11-22T12:00:00.000Z" } }
              : { ...limits, ...chosen };
          return { status: 200, body: limits };
        },
      },
      { language },
    );
    const [day, week, month] = await Promise.all(fields.map((label) => screen.findByLabelText(label)));
    if (!day || !week || !month) throw new Error("there are three limits");
    for (const typed of ["many", "0", "-5", "12.5", "1,5", "1.0000", "9999999999"]) {
      await page.user.clear(day);
      await page.user.type(day, typed);
      await page.user.click(screen.getByRole("button", { name: save }));
      expect(screen.getByText(wrong)).toBeTruthy();
    }
    expect(page.callsOf(store)).toEqual([]);
    await page.user.clear(day);
    await page.user.type(day, language === "es" ? "2.000" : "2,000");
    await page.user.dblClick(screen.getByRole("button", { name: save }));
    await waitFor(() => expect(page.toasts()).toEqual([saved[0]]));
    expect(page.callsOf(store).map(({ body }) => body)).toEqual([{ day: 2_000, week: null, month: null }]);
    await screen.findByText(used[0]);
    expect(screen.getAllByText(used[1])).toHaveLength(2);

    await page.user.clear(await screen.findByLabelText(fields[0]));
    await page.user.click(screen.getByRole("button", { name: save }));
    await waitFor(() => expect(page.toasts()).toEqual(saved));
    const list = await screen.findByRole("list");
    expect(list.parentElement?.textContent).toMatch(waits);
  },
);

test.each(["en", "es"] as const)(
  "a break begins after one question that says there is no way back, once, and can be made longer (%s)",
  async (language) => {
    const { days, asks, start, begun, paused } = words[language];
    let limits = none;
    const page = openPage(
      <SpendingSection />,
      {
        [read]: () => ({ status: 200, body: limits }),
        [pause]: () => {
          limits = { ...none, paused_until: "2026-11-28T12:00:00.000Z" };
          return { status: 200, body: limits };
        },
      },
      { language },
    );
    await page.user.click(await screen.findByRole("button", { name: days }));
    const dialog = await screen.findByRole("dialog");
    for (const text of asks) expect(dialog.textContent).toContain(text);
    expect(page.callsOf(pause)).toEqual([]);
    await page.user.dblClick(within(dialog).getByRole("button", { name: start }));
    await waitFor(() => expect(page.toasts()).toEqual([begun]));
    expect(page.callsOf(pause).map(({ body }) => body)).toEqual([{ days: 7 }]);
    for (const text of paused) expect(await screen.findByText(text)).toBeTruthy();
  },
);

test("a refusal stays in the form with what was typed", async () => {
  const message = "A limit is a whole number.";
  const page = openPage(<SpendingSection />, {
    [read]: none,
    [store]: () => ({ status: 422, body: { code: "invalid", message } }),
  });
  const week = await screen.findByLabelText("In any 7 days");
  await page.user.type(week, "300");
  await page.user.click(screen.getByRole("button", { name: "Save limits" }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(week).toHaveProperty("value", "300");
});

test("what is typed while limits are being saved stays, also what is no number yet; the rest stands as it was saved, here or elsewhere", async () => {
  const answered = Promise.withResolvers<Reply>();
  const page = openPage(<SpendingSection />, { [read]: none, [store]: () => answered.promise });
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
  const shown = () => Promise.all(words.en.fields.map(async (label) => (await field(label)).value));
  await page.user.type(await field("In any 24 hours"), "2,000");
  await page.user.click(screen.getByRole("button", { name: "Save limits" }));
  await page.user.type(await field("In any 7 days"), "9000x");
  answered.resolve({ status: 200, body: { ...none, day: 2_000 } });
  await waitFor(() => expect(page.toasts()).toEqual(["Limits saved"]));
  expect(await shown()).toEqual(["2000", "9000x", ""]);
  expect(screen.queryByText(words.en.wrong)).toBeNull();
  putLimits(browserQueryClient(), { ...none, day: 500, week: 700, month: 900 });
  await waitFor(async () => expect(await shown()).toEqual(["500", "9000x", "900"]));
});
