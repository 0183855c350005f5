import { expect, test } from "vitest";
import { enterRoom } from "#web/entities/room/room-entry.ts";
import { createApi } from "#web/lib/api/api.ts";

function apiThatAnswers(answers: Record<string, { status: number; body: unknown }>) {
  const asked: string[] = [];
  const api = createApi({
    token: () => null,
    language: () => "en",
    transport: async ({ path }) => {
      asked.push(path);
      const { status, body } = answers[path] ?? { status: 500, body: {} };
      return { status, text: JSON.stringify(body) };
    },
  });
  return { api, asked };
}

test("R-LIVE-38: a live room is entered by one call", async () => {
  const { api, asked } = apiThatAnswers({ "/api/stream/luna": { status: 200, body: { id: 1 } } });
  expect(await enterRoom(api, "luna")).toEqual({ kind: "open", room: { id: 1 } });
  expect(asked).toEqual(["/api/stream/luna"]);
});

test("R-ERR-15: a model who is not live is shown by their profile", async () => {
  const from = { epoch: "k3f", sequence: 41 };
  const { api } = apiThatAnswers({
    "/api/stream/luna": {
      status: 409,
      body: { message: "not yet", code: "stream_not_started", live_from: { public: from } },
    },
    "/api/model-profile/luna": { status: 200, body: { id: 1, login: "luna" } },
  });
  expect(await enterRoom(api, "luna")).toMatchObject({
    kind: "not_started",
    slug: "luna",
    model: { login: "luna" },
    message: "not yet",
    from,
  });
});

test("R-OPEN-66: a room in somebody else's show says which one, and what spying on it costs", async () => {
  const from = { epoch: "k3f", sequence: 41 };
  const spy = { rate: 20, free_seconds: 10 };
  const { api } = apiThatAnswers({
    "/api/stream/luna": {
      status: 409,
      body: { message: "in a show", code: "in_show", mode: "private", spy, live_from: { public: from } },
    },
    "/api/model-profile/luna": { status: 200, body: { id: 1, login: "luna" } },
  });
  expect(await enterRoom(api, "luna")).toMatchObject({ kind: "in_show", mode: "private", spy, from });
});

test("a room whose model the fan has blocked is shown by their profile", async () => {
  const { api } = apiThatAnswers({
    "/api/stream/luna": { status: 403, body: { message: "blocked", code: "model_blocked" } },
    "/api/model-profile/luna": { status: 200, body: { id: 1, login: "luna" } },
  });
  expect(await enterRoom(api, "luna")).toEqual({
    kind: "blocked",
    slug: "luna",
    model: { id: 1, login: "luna" },
  });
});

test.each([
  [404, "unknown"],
  [422, "unknown"],
  [403, "refused"],
  [500, "failed"],
])("An answer of %i is %s", async (status, kind) => {
  const { api } = apiThatAnswers({ "/api/stream/luna": { status, body: { message: "no", code: "x" } } });
  expect(await enterRoom(api, "luna")).toMatchObject({ kind });
});
