import { type Blocker, createMemoryRouter, type Location, NavigationType } from "react-router";
import { expect, test } from "vitest";
import { createLastMove, type LastMove } from "./last-move.ts";

const at = (pathname: string): Location => ({
  pathname,
  search: "",
  hash: "",
  state: null,
  key: pathname,
  mask: undefined,
});
const home = at("/");

/** Somebody on the home page presses a menu entry; true when the press waits. */
function press(moves: LastMove, path: string, lost: boolean, action = NavigationType.Push): boolean {
  return moves.ask({ currentLocation: home, nextLocation: at(path), historyAction: action }, lost);
}

const waits = (moves: LastMove) => moves.held.get().move?.location.pathname ?? null;

/** Where the waiting move is carried out to. */
function carriedOut(moves: LastMove): string[] {
  const paths: string[] = [];
  moves.carryOut(({ location }) => paths.push(location.pathname));
  return paths;
}

test("of two presses without a connection the last one waits, and is carried out once", () => {
  const moves = createLastMove();
  expect(press(moves, "/videos", true)).toBe(true);
  expect(press(moves, "/trending", true)).toBe(true);
  expect(carriedOut(moves)).toEqual(["/trending"]);
  expect(waits(moves)).toBeNull();
  expect(carriedOut(moves)).toEqual([]);
});

test("a press just after the connection is back wins over one that still waits", () => {
  const moves = createLastMove();
  press(moves, "/videos", true);
  expect(press(moves, "/trending", false)).toBe(false);
  expect(carriedOut(moves)).toEqual([]);
});

test("what changes on the page itself neither waits nor takes the place of the move that waits", () => {
  const moves = createLastMove();
  press(moves, "/videos", true);
  expect(press(moves, "/", true)).toBe(false);
  expect(waits(moves)).toBe("/videos");
});

test("a move that is carried out passes though the page still takes the server for lost", () => {
  const moves = createLastMove();
  press(moves, "/videos", true);
  moves.carryOut(({ location }) => {
    expect(press(moves, location.pathname, true)).toBe(false);
  });
  expect(press(moves, "/trending", true)).toBe(true);
});

test("a page whose code is lost is opened when the server answers", () => {
  const moves = createLastMove();
  press(moves, "/videos", false);
  const target = moves.losesCode();
  expect(target()).toMatchObject({ pathname: "/videos" });
});

test("a press that waits wins over an older one whose code was lost, whichever is answered first", () => {
  for (const order of ["code lost first", "pressed first"]) {
    const moves = createLastMove();
    press(moves, "/videos", false);
    const early = order === "code lost first" ? moves.losesCode() : null;
    press(moves, "/trending", true);
    const target = early ?? moves.losesCode();
    expect(target(), order).toBe("nowhere");
    expect(carriedOut(moves), order).toEqual(["/trending"]);
    expect(target(), order).toBe("nowhere");
  }
});

test("of two pages whose code was lost only the last one is opened", () => {
  const moves = createLastMove();
  press(moves, "/videos", false);
  const first = moves.losesCode();
  press(moves, "/trending", false);
  const second = moves.losesCode();
  expect([first(), second()]).toMatchObject(["nowhere", { pathname: "/trending" }]);
});

test("who wants to stay is led nowhere: the page shown is reloaded where an older move got stuck", () => {
  const moves = createLastMove();
  press(moves, "/videos", false);
  const target = moves.losesCode();
  press(moves, "/trending", true);
  moves.giveUp();
  expect(carriedOut(moves)).toEqual([]);
  expect(target()).toBeNull();
});

test("the router itself opens the page pressed last, though it had begun another one that never arrives", async () => {
  const moves = createLastMove();
  let lost = false;
  const never = new Promise(() => {});
  const routes = ["/", "/trending", { path: "/videos", loader: () => never }];
  const router = createMemoryRouter(
    routes.map((route) => (typeof route === "string" ? { path: route } : route)),
  );
  router.getBlocker("1", (asked) => moves.ask(asked, lost));
  void router.navigate("/videos");
  const target = moves.losesCode();
  lost = true;
  await router.navigate("/videos?page=2");
  await router.navigate("/trending");
  expect(router.state.location.pathname).toBe("/");
  const blocker = router.state.blockers.get("1") as Blocker;
  moves.carryOut(({ location }) => {
    blocker.reset?.();
    void router.navigate(location);
  });
  await expect.poll(() => router.state.location.pathname).toBe("/trending");
  expect(target()).toBe("nowhere");
  router.dispose();
});
