import { expect, test } from "vitest";
import type { Limits } from "#server/kit/http/limits.ts";
import { until } from "../until.ts";

let names = 0;

/** The duties of the limits of every installation, as tests of the file that calls this. */
export function limitsContract(limits: () => Limits): void {
  const limit = (tries: number, seconds = 60) => limits().create(`contract_${++names}`, tries, seconds);

  test("a key has its tries, then the seconds until it has them again; another key has its own", async () => {
    const { take, blocked } = limit(3);
    for (let tried = 0; tried < 3; tried++) {
      expect(await blocked("ana")).toBeNull();
      expect(await take("ana")).toBeNull();
    }
    expect(await blocked("ana")).toSatisfy(withinWindow);
    expect(await take("ana")).toSatisfy(withinWindow);
    expect([await blocked("bea"), await take("bea")]).toEqual([null, null]);
  });

  test("a hundred tries at once are no more than a hundred in turn", async () => {
    const { take } = limit(5);
    const waits = await Promise.all(Array.from({ length: 100 }, () => take("ana")));
    expect(waits.filter((wait) => wait === null)).toHaveLength(5);
  });

  test("a try that is given back can be used again, and none is given back that nobody used", async () => {
    const { take, giveBack } = limit(2);
    await giveBack("ana");
    expect([await take("ana"), await take("ana")]).toEqual([null, null]);
    await giveBack("ana");
    expect(await take("ana")).toBeNull();
    expect(await take("ana")).toSatisfy(withinWindow);
  });

  test("a cleared key starts over", async () => {
    const { take, blocked, clear } = limit(1);
    await take("ana");
    expect(await blocked("ana")).toSatisfy(withinWindow);
    await clear("ana");
    expect([await blocked("ana"), await take("ana")]).toEqual([null, null]);
  });

  test("a window ends by itself, however often it was tried meanwhile", async () => {
    const { take, blocked } = limit(1, 1);
    await take("ana");
    expect(await take("ana")).toBe(1);
    await until(async () => (await blocked("ana")) === null, "the window to end");
    expect(await take("ana")).toBeNull();
  });

  test("two limits count apart, and none takes the name of another", async () => {
    const [one, other] = [limit(1), limit(1)];
    await one.take("ana");
    expect(await other.take("ana")).toBeNull();
    limits().create("the only one", 1, 1);
    expect(() => limits().create("the only one", 2, 2)).toThrow("there is a limit named the only one");
  });
}

const withinWindow = (seconds: number | null) => seconds !== null && seconds > 0 && seconds <= 60;
