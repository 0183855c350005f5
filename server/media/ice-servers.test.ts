import { expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { iceServerLinks, iceServersOf } from "./ice-servers.ts";

const urls = ["turn:turn.example", "turns:turn.example:443?transport=tcp"];
const clock = manualClock(new Date("2026-01-01T00:00:00Z"));

test("a shared secret makes each person a password of their own, for a day", () => {
  const servers = iceServersOf({ urls, secret: "north" }, clock);
  // printf 1767312000:42 | openssl dgst -sha1 -hmac north -binary | base64
  expect(servers("42")).toEqual([
    { urls, username: "1767312000:42", credential: "V8MzppYds2/JYJqU5MvbVqfV174=" },
  ]);
  expect(servers("43")[0]?.credential).not.toBe("V8MzppYds2/JYJqU5MvbVqfV174=");
});

test("a pair is everybody's, and without settings there is no server", () => {
  const pair = { username: "fanlight", credential: "password" };
  expect(iceServersOf({ urls, ...pair }, clock)("42")).toEqual([{ urls, ...pair }]);
  expect(iceServersOf(null, clock)("42")).toEqual([]);
});

test("each address is a link of its own, with its quotes escaped", () => {
  expect(iceServerLinks([{ urls, username: 'a"b', credential: String.raw`c\d` }])).toEqual(
    urls.map(
      (url) =>
        `<${url}>; rel="ice-server"; username="a\\"b"; credential="c\\\\d"; credential-type="password"`,
    ),
  );
});
