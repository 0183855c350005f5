import { createHmac } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";

/**
 * TURN servers (RFC 8656) that carry the media of people whose networks let nothing else through, and what opens them: a
 * secret that the servers share with us, or a user name and a password of everybody.
 */
export type TurnSettings = {
  /** `turn:` and `turns:` addresses (RFC 7065). */
  urls: readonly string[];
} & ({ secret: string } | { username: string; credential: string });

/** A browser's `RTCIceServer`. */
export type IceServer = { urls: string[]; username: string; credential: string };

/** The TURN servers as they open for one person, who is named by any text that says nothing about them; none: there are none. */
export type IceServers = (person: string) => IceServer[];

/**
 * How long what is made of a secret opens a TURN server: longer than anybody sends or watches without a new place, since an
 * encoder keeps what it got for as long as it sends.
 */
const credentialSeconds = 24 * 3600;

/**
 * Makes {@link IceServers}. Of a secret: the user name `<expiry>:<person>`, seconds since 1970, with its HMAC-SHA1 in base64
 * as the password, as coturn's `use-auth-secret` checks it (draft-uberti-behave-turn-rest-00, section 2.2).
 */
export function iceServersOf(turn: TurnSettings | null, clock: Pick<Clock, "now">): IceServers {
  if (turn === null) return () => [];
  const urls = [...turn.urls];
  if ("username" in turn) return () => [{ urls, username: turn.username, credential: turn.credential }];
  return (person) => {
    const expiry = Math.floor(clock.now().getTime() / 1000) + credentialSeconds;
    const username = `${expiry}:${person}`;
    return [
      { urls, username, credential: createHmac("sha1", turn.secret).update(username).digest("base64") },
    ];
  };
}

/** The same as values of `Link` headers, one for each address (RFC 9725, section 4.6). */
export function iceServerLinks(servers: readonly IceServer[]): string[] {
  return servers.flatMap(({ urls, username, credential }) =>
    urls.map(
      (url) =>
        `<${url}>; rel="ice-server"; username=${quoted(username)}; credential=${quoted(credential)}; credential-type="password"`,
    ),
  );
}

/** A quoted string of HTTP (RFC 9110, section 5.6.4). */
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
