// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage, type Reply } from "#testing/component/page.tsx";
import { SchedulePanel } from "./SchedulePanel.tsx";

afterEach(closePage);

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const elsewhere = here === "America/Bogota" ? "Europe/Madrid" : "America/Bogota";
const kept = { time_zone: elsewhere, hours: [{ weekday: 3, from: "20:00", to: "23:00" }] };
const write = "POST /api/studio/schedule";

function open(answer: (body: unknown) => Reply, language: "en" | "es" = "en") {
  return openPage(
    <SchedulePanel />,
    {
      "GET /api/fan/profile": fanProfile({ role: "model" }),
      "GET /api/studio/schedule": kept,
      [write]: ({ body }) => answer(body),
    },
    { language },
  );
}

test("a model adds a time and removes another, and the week keeps its clock", async () => {
  const page = open((body) => ({ status: 200, body }));
  await screen.findByText("Wednesday");
  await page.user.click(screen.getByRole("button", { name: "Edit: Schedule" }));
  const dialog = within(await screen.findByRole("dialog"));
  await page.user.click(dialog.getByRole("button", { name: "Add a time" }));
  await page.user.selectOptions(dialog.getAllByLabelText("Day")[1] as HTMLElement, "Saturday");
  await page.user.click(dialog.getByRole("button", { name: "Remove time 1" }));
  await page.user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(page.callsOf(write)).toHaveLength(1));
  expect(page.callsOf(write)[0]?.body).toEqual({
    time_zone: elsewhere,
    hours: [{ weekday: 6, from: "20:00", to: "23:00" }],
  });
  await screen.findByText("Saturday");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a model who has moved counts the same hours by the clock here, once they say so", async () => {
  const page = open((body) => ({ status: 200, body }));
  await screen.findByText("Wednesday");
  await page.user.click(screen.getByRole("button", { name: "Edit: Schedule" }));
  const dialog = within(await screen.findByRole("dialog"));
  const move = dialog.getByRole("button", { name: `Use this device’s time zone: ${here}` });
  await page.user.click(move);
  expect(move.isConnected).toBe(false);
  await page.user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(page.callsOf(write).map(({ body }) => body)).toEqual([{ time_zone: here, hours: kept.hours }]),
  );
});

test("a refusal is read in the dialog, which keeps what was chosen", async () => {
  const message = "Dos de estos horarios se superponen.";
  const page = open(() => ({ status: 422, body: { message, code: "hours_overlap" } }), "es");
  await screen.findByText("miércoles");
  await page.user.click(screen.getByRole("button", { name: "Editar: Horario" }));
  const dialog = within(await screen.findByRole("dialog"));
  await page.user.click(dialog.getByRole("button", { name: "Agregar un horario" }));
  await page.user.click(dialog.getByRole("button", { name: "Guardar" }));
  await dialog.findByText(message);
  expect(dialog.getAllByRole("combobox")).toHaveLength(2);
});
