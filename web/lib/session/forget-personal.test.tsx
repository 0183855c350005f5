// @vitest-environment happy-dom
import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { useLocation } from "react-router";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { forgetPersonal } from "./forget-personal.ts";
import { dropSession } from "./session.ts";
import { beginSession, forgetUser, storeSession } from "./sign-in.ts";
import { profileQuery } from "./viewer.ts";

const client = browserQueryClient();
const statement = ["statement", {}];
const token = `e30.${btoa('{"exp":4102444800}').replaceAll("=", "")}.c2ln`;
const session = { accessToken: token, expiresIn: 86_400, fan_id: 8, role: "fan" } as const;

afterEach(closePage);

/** The queries of a page after somebody looked around: personal ones, and those for everybody. */
function lookAround(): void {
  client.setQueryData(profileQuery.queryKey, fanProfile());
  client.setQueryData(["genders"], ["all"]);
  for (const key of [statement, ["sessions"], ["show"], ["rooms", 1, ""]])
    client.setQueryData(key, "a fan's");
}

const held = () =>
  [statement, ["sessions"], ["show"], ["rooms", 1, ""]].map((key) => client.getQueryData(key));

test("R-AUTH-32: what one user read is gone for the next, and what is the same for everybody stays", () => {
  openPage(null, {});
  lookAround();
  forgetUser();
  expect(held()).toEqual([undefined, undefined, undefined, undefined]);
  expect(client.getQueryData(profileQuery.queryKey)).toBeNull();
  expect(client.getQueryData(["genders"])).toEqual(["all"]);
});

test("R-AUTH-32, R-AUTH-02: who signs in finds nothing of a user whose session ended unnoticed", async () => {
  openPage(null, { "GET /api/fan/profile": fanProfile({ id: 8 }) });
  lookAround();
  await beginSession(session);
  expect(held()).toEqual([undefined, undefined, undefined, undefined]);
  expect(client.getQueryData(profileQuery.queryKey)).toMatchObject({ id: 8 });
});

/** A page that shows a list for everybody and a fan's own statement; what is read is `reader.name`'s. */
function openLists() {
  const reader = { name: "a fan" };
  function Shown({ name }: { name: string }) {
    const { data } = useQuery({ queryKey: [name], queryFn: async () => `${name} of ${reader.name}` });
    return <p>{data ?? `no ${name}`}</p>;
  }
  function Watched() {
    const queryFn = async () => `watched by ${reader.name}`;
    return <p>{useQuery({ queryKey: ["rooms", "watched", ""], queryFn }).data ?? "none watched"}</p>;
  }
  openPage(
    <>
      <Shown name="rooms" />
      <Shown name="statement" />
      <Watched />
    </>,
    {},
  );
  return reader;
}

test("what is on the screen is read again for the person who is here now; a page for everybody stays drawn meanwhile", async () => {
  const reader = openLists();
  await screen.findByText("statement of a fan");
  reader.name = "another fan";
  storeSession(session);
  forgetPersonal(client);
  expect(client.getQueryData(["rooms"])).toBe("rooms of a fan");
  expect(client.getQueryData(["statement"])).toBeUndefined();
  await screen.findByText("rooms of another fan");
  await screen.findByText("statement of another fan");
});

test("R-AUTH-32: where nobody is signed in any more a page for everybody is read again, and what was a person's own is not asked for", async () => {
  const reader = openLists();
  await screen.findByText("statement of a fan");
  reader.name = "a guest";
  dropSession();
  forgetPersonal(client);
  await screen.findByText("rooms of a guest");
  expect(screen.getByText("no statement")).toBeDefined();
  expect(screen.getByText("none watched")).toBeDefined();
});

test("R-AUTH-02: a list whose page is left while it is read again for who has signed in is theirs on the next page", async () => {
  const readers = ["a guest", "nobody, as it is given up", "a fan"];
  function Rooms() {
    const queryFn = ({ signal }: { signal: AbortSignal }) => {
      const reader = readers.shift();
      return reader?.startsWith("nobody")
        ? new Promise<string>((_, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason));
          })
        : Promise.resolve(`rooms of ${reader}`);
    };
    return <p>{useQuery({ queryKey: ["rooms"], queryFn }).data ?? "no rooms"}</p>;
  }
  function Pages() {
    const { pathname } = useLocation();
    return pathname === "/between" ? <p>between two pages</p> : <Rooms />;
  }
  const { go } = openPage(<Pages />, {});
  await screen.findByText("rooms of a guest");
  storeSession(session);
  forgetPersonal(client);
  await go("/between");
  await go("/");
  await screen.findByText("rooms of a fan");
});

type Sent = { status: number };

/** A button of a tip, whose calls are answered in turn; a status of 0 is no answer. */
function openTip(...answers: (() => Promise<Sent>)[]) {
  const keys = new Set<string>();
  const call = (_input: string, key: string) => {
    keys.add(key);
    return answers.shift()?.() ?? Promise.resolve({ status: 0 });
  };
  function Tip() {
    const { run, open, pending } = useCommand({ once: ["tip", 14], call });
    return (
      <button type="button" onClick={() => void run("50 tokens")}>
        {pending ? "On its way" : open === null ? "Tip" : "In doubt"}
      </button>
    );
  }
  return { ...openPage(<Tip />, { "GET /api/fan/profile": fanProfile({ id: 8 }) }), keys };
}

test("R-OPEN-29: a tip without an answer is asked about again by its own fan alone", async () => {
  const { user, keys } = openTip();
  await user.click(screen.getByRole("button", { name: "Tip" }));
  await user.click(await screen.findByRole("button", { name: "In doubt" }));
  await screen.findByRole("button", { name: "In doubt" });
  expect(keys.size).toBe(1);
  await beginSession(session);
  await user.click(await screen.findByRole("button", { name: "Tip" }));
  await screen.findByRole("button", { name: "In doubt" });
  expect(keys.size).toBe(2);
});

test("the sign-in by which the next user comes is pending until it has ended", async () => {
  let seen = "";
  const { user } = openTip(async () => {
    await beginSession(session);
    seen = await screen.findByRole("button").then(({ textContent }) => textContent ?? "");
    return { status: 200 };
  });
  await user.click(screen.getByRole("button", { name: "Tip" }));
  await waitFor(() => expect(seen).toBe("On its way"));
});
