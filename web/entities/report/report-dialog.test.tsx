// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Answers, closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import type { Reportable } from "./report-labels.ts";
import { ReportButton } from "./ReportButton.tsx";

afterEach(closePage);

const stream: Reportable = { about: "room", id: 9, text: "The stream" };
const line: Reportable = { about: "line", id: 31, text: "marta: pay me elsewhere" };
const receipt = { number: "7K3M-92QX", due_at: "2026-11-25T12:00:00.000Z", mailed: false };

const open = (answers: Answers, language: "en" | "es" = "en") =>
  openPage(
    <ReportButton targets={() => [stream, line]} />,
    { "GET /api/fan/profile": fanProfile(), ...answers },
    { language },
  );

test("one line of a chat is reported with its reason, and a refusal keeps what was chosen and typed", async () => {
  let tries = 0;
  const { user, callsOf } = open({
    "POST /api/reports": () => {
      tries += 1;
      return tries === 1
        ? { status: 429, body: { message: "Please wait.", code: "too_many" } }
        : { status: 201, body: receipt };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Report" }));
  await user.selectOptions(await screen.findByLabelText("What is it about?"), line.text);
  await user.type(screen.getByLabelText(/What should we know/), "Twice today.");
  await user.click(screen.getByRole("button", { name: "Send report" }));
  expect(screen.getByText("Please choose a reason")).toBeDefined();
  expect(callsOf("POST /api/reports")).toEqual([]);
  await user.selectOptions(screen.getByLabelText("Reason"), "scam");
  await user.click(screen.getByRole("button", { name: "Send report" }));
  expect(await screen.findByText("Please wait.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Send report" }));
  expect(await screen.findByText(/7K3M-92QX/)).toBeDefined();
  const bodies = callsOf("POST /api/reports").map(({ body }) => body);
  expect(bodies[1]).toMatchObject({ about: "line", id: 31, reason: "scam", message: "Twice today." });
});

test("a card number does not go out, in either language", async () => {
  const { user, callsOf } = open({}, "es");
  await user.click(await screen.findByRole("button", { name: "Denunciar" }));
  await user.selectOptions(await screen.findByLabelText("Motivo"), "scam");
  await user.type(screen.getByLabelText(/Qué debemos saber/), "4111 1111 1111 1111");
  await user.click(screen.getByRole("button", { name: "Enviar la denuncia" }));
  expect(screen.getByLabelText(/Qué debemos saber/).getAttribute("aria-invalid")).toBe("true");
  expect(callsOf("POST /api/reports")).toEqual([]);
});

test("a guest is led to the form for everybody, which knows the page", () => {
  openPage(<ReportButton targets={() => [stream]} />, {}, { signedIn: false, at: "/stream/luna" });
  const link = screen.getByRole("link", { name: "Report" });
  expect(link.getAttribute("href")).toBe("/content-removal?page=%2Fstream%2Fluna");
});
