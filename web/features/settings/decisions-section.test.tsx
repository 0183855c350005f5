// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { OwnDecision } from "#contract/reports.ts";
import { closePage, inTurn, openPage } from "#testing/component/page.tsx";
import { DecisionsSection } from "./DecisionsSection.tsx";

afterEach(closePage);

const decision: OwnDecision = {
  ...({ number: "7K2M-9QPX", about: "video", because: "scam", reason: "Not as sold." } as const),
  ...{ at: "2026-11-02T10:00:00.000Z", outcome: "warned", appeal_until: "2027-05-01T10:00:00.000Z" },
  ...{ appeal: null, final: null },
};
const objected = { ...decision, appeal: { text: "It is as sold.", at: "2026-11-03T10:00:00.000Z" } };

test.each([
  ["en", "Appeal", "Why is it wrong?", "Send appeal", "We got your appeal."],
  ["es", "Apelar", "¿Por qué es un error?", "Enviar la apelación", "Recibimos tu apelación."],
] as const)(
  "who was decided about objects with words, once; a refusal keeps them in the form (%s)",
  async (language, open, label, send, done) => {
    const late = language === "en" ? "It’s too late to appeal." : "El plazo para recurrir terminó.";
    const { user, callsOf, toasts } = openPage(
      <DecisionsSection />,
      {
        "GET /api/decisions": { data: [decision], removals: [] },
        "POST /api/decisions/{number}/appeal": inTurn(
          { status: 409, body: { code: "appeal_too_late", message: late } },
          { status: 200, body: { data: [objected], removals: [] } },
        ),
      },
      { language },
    );
    await user.click(await screen.findByText(open));
    const field = screen.getByRole("textbox", { name: label });
    await user.click(screen.getByRole("button", { name: send }));
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(callsOf("POST /api/decisions/{number}/appeal")).toEqual([]);
    await user.type(field, "It is as sold.");
    await user.click(screen.getByRole("button", { name: send }));
    await expect.poll(toasts).toEqual([late]);
    expect((field as HTMLTextAreaElement).value).toBe("It is as sold.");
    await user.click(screen.getByRole("button", { name: send }));
    await expect.poll(toasts).toContain(done);
    expect(screen.queryByRole("textbox"), "a second objection").toBeNull();
    expect(screen.getByText("It is as sold.")).toBeTruthy();
    expect(callsOf("POST /api/decisions/{number}/appeal").map(({ body }) => body)).toEqual([
      { text: "It is as sold." },
      { text: "It is as sold." },
    ]);
  },
);
