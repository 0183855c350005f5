import { expect, test } from "vitest";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();

/** Calls with these headers alone: no language is asked for unless they do. */
const bare = async (as: Person, method: string, path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(app.origin + path, {
    method,
    headers: { authorization: `Bearer ${as.token}`, ...headers },
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : (JSON.parse(text) as Record<string, unknown>) };
};

test("R-OPEN-97: who asks for neither language is answered in that of their profile, and who asks for one in that", async () => {
  const fan = await app.fan();
  await app.call("POST", "/api/fan/set-language", { as: fan, body: { language: "es" } });
  const messageOf = async (header?: string) => {
    const asked: Record<string, string> = header === undefined ? {} : { "accept-language": header };
    return (await bare(fan, "GET", "/api/model-profile/nobody", asked)).body?.message;
  };
  for (const neither of [undefined, "*", "fr-FR,fr;q=0.9"])
    expect(await messageOf(neither)).toBe("Esta modelo no existe.");
  for (const english of ["en", "en-US,en;q=0.9", "fr,en;q=0.1"])
    expect(await messageOf(english)).toBe("This model does not exist.");
  expect(
    (await app.call("GET", "/api/model-profile/nobody", { headers: { "accept-language": "*" } })).body
      .message,
  ).toBe("This model does not exist.");
});

test("R-API-03: a call without a body is one, whatever type of it the client names", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const json = { "content-type": "application/json" };
  expect((await bare(fan, "POST", "/api/fan/leave-show", json)).status).toBe(200);
  expect((await bare(model, "POST", "/api/studio/end-show", json)).status).toBe(200);
  expect(
    await bare(fan, "POST", "/api/fan/liked-model", json),
    "one that needs a body names what is missing",
  ).toMatchObject({
    status: 422,
    body: { errors: { model_id: ["required field"] } },
  });
  expect((await bare(fan, "POST", "/api/web_logout", json)).status).toBe(204);
  expect((await bare(fan, "GET", "/api/fan/profile")).status, "the token is dead").toBe(401);
});

test("R-OPEN-76, R-ERR-16: what is wrong with a tip stands at its field", async () => {
  const [fan, model] = [await app.fan(100), await app.model()];
  const errorsOf = async (body: object) =>
    (await app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, { as: fan, body, language: "en" })).body
      .errors;
  const whole = ["a whole number of tokens, 1 or more"];
  for (const amount of [1.5, "25", null, 0, -5])
    expect(await errorsOf({ amount })).toEqual({ amount: whole });
  expect(await errorsOf({ amount: 1_000_001 })).toEqual({ amount: ["1,000,000 tokens at most"] });
  for (const body of [{}, { message: "hello" }])
    expect(await errorsOf(body)).toEqual({ amount: ["required field"] });
  expect(await errorsOf({ amount: 1, message: ["x"] })).toEqual({ message: ["invalid value"] });
  expect(await errorsOf({ gift_id: "x" })).toEqual({ gift_id: ["invalid value"] });
});
