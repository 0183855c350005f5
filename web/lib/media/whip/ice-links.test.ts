import { expect, test } from "vitest";
import { iceServerLinks } from "#server/media/ice-servers.ts";
import { address, stream, studio } from "#testing/web/media/publishing-engine.ts";
import { iceServersIn } from "./ice-links.ts";

const opening = (username: string) => [
  {
    urls: ["turn:turn.test:3478", "turns:turn.test:443?transport=tcp"],
    username,
    credential: 'a "quoted" \\, b',
  },
];
const flat = (username: string) =>
  opening(username).flatMap(({ urls, ...login }) => urls.map((url) => ({ urls: url, ...login })));

test("Link headers are read as the server writes them, among others", () => {
  const header = [
    '</whep/1/layer>; rel="urn:ietf:params:whep:ext:core:layer"',
    ...iceServerLinks(opening("1")),
  ];
  expect(iceServersIn(header.join(", "))).toEqual(flat("1"));
  expect(iceServersIn("")).toEqual([]);
  expect(iceServersIn('<stun:stun.test>; rel="ice-server"')).toEqual([{ urls: "stun:stun.test" }]);
});

test("Every offer of a broadcast goes out with TURN servers as they open by then, and with those known where none can be read", async () => {
  const s = studio();
  s.engine.links = iceServerLinks(opening("on air"));
  s.session.start({ ...address, ice_servers: opening("page") }, stream);
  await s.pass(0);
  s.last().become("connected");
  s.engine.links = iceServerLinks(opening("a day later"));
  s.last().become("failed");
  await s.pass(2_500);
  s.last().become("connected");
  s.engine.links = null;
  s.last().become("failed");
  await s.pass(2_500);
  expect(s.peers.map(({ iceServers }) => iceServers)).toEqual([
    flat("on air"),
    flat("a day later"),
    opening("page"),
  ]);
  expect(s.requests.filter(({ method }) => method === "OPTIONS")).toHaveLength(3);
});

test("Where there are none, nothing is asked", async () => {
  const s = studio();
  s.session.start(address, stream);
  await s.pass(0);
  expect(s.requests.map(({ method }) => method)).toEqual(["POST"]);
});
