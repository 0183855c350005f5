import { expect, test } from "vitest";
import { createLogger } from "./log.ts";

test("R-AMB-10: no secret, nothing of a card and no cookie is logged, two levels deep", () => {
  const names =
    "password current_password accessToken token ticket authorization cookie card_number card_cvc card_expiry_month card_expiry_year payment_token key secret";
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(line) });
  for (const name of names.split(" ")) {
    const value = { [name]: "4242-secret" };
    for (const logged of [value, { body: value }, { request: { body: value } }]) log.info(logged, "asked");
    expect(lines, name).toHaveLength(3);
    for (const line of lines.splice(0)) {
      expect(line, name).not.toContain("4242-secret");
      expect(line, name).toContain("[redacted]");
    }
  }
});

test("the name of a node stands on each of its log lines, and on none of an installation of one process", () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  createLogger("info", destination, "a-1")
    .child({ request: 1 })
    .info({ term: 7 }, "this node owns the media");
  createLogger("info", destination).info("alone");
  const [ofNode, alone] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(ofNode).toMatchObject({ node: "a-1", term: 7, msg: "this node owns the media" });
  expect(alone).toMatchObject({ msg: "alone" });
  expect(alone).not.toHaveProperty("node");
});

test.each(["err", "error"])(
  "an error that is logged as `%s` is logged with what happened, and where",
  (name) => {
    const lines: string[] = [];
    createLogger("error", { write: (line) => void lines.push(line) }).error(
      { [name]: new TypeError("no such room") },
      "a room could not be closed",
    );
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      [name]: { type: "TypeError", message: "no such room", stack: expect.stringContaining("log.test.ts") },
    });
  },
);

test.each(["err", "error"])(
  "of an error of PostgreSQL that is logged as `%s`, within others too, the log has no row",
  (name) => {
    const lines: string[] = [];
    const rows = { detail: "a row", where: "a row", internalQuery: "a row" };
    const fault = () =>
      Object.assign(new Error("taken"), {
        code: "23505",
        constraint: "one",
        table: "t",
        column: "c",
        ...rows,
      });
    const outer = Object.assign(new AggregateError([fault()], "several"), { cause: fault(), first: fault() });
    const log = createLogger("error", { write: (line) => void lines.push(line) });
    log.error({ [name]: fault() }, "alone");
    log.error({ [name]: outer }, "within");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      [name]: { message: "taken", code: "23505", constraint: "one", table: "t", column: "c" },
    });
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({
      [name]: { aggregateErrors: [{ code: "23505" }], first: { code: "23505" } },
    });
    expect(lines.filter((line) => line.includes("a row"))).toEqual([]);
  },
);

test("the words of an error that are logged as `error` stay words", () => {
  const lines: string[] = [];
  createLogger("warn", { write: (line) => void lines.push(line) }).warn(
    { error: "refused" },
    "Redis is away",
  );
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ error: "refused" });
});
