import { z } from "zod";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { TurnSettings } from "#server/media/media.ts";
import { secretText, setting } from "./setting.ts";

const urlsMax = 8;
const turnUrl = z
  .string()
  .regex(
    /^turns?:([a-z\d]([a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(:\d{1,5})?(\?transport=(udp|tcp))?$/i,
    "must be turn:host or turns:host, with :port and ?transport=udp or tcp as needed",
  );
/** A text without spaces or control characters: it stands in a header and in what browsers are told. */
const visible = z
  .string()
  .regex(/^[\u0021-\u007e]+$/, "must be of visible characters of ASCII")
  .max(200)
  .optional();

/** The settings of TURN servers, which media go through where a network lets nothing else through. */
export const turnSettings = {
  TURN_URLS: setting(
    {
      about:
        "TURN servers that [carry the media](operating.md#turn) of closed networks, with commas between them",
      example: "turn:turn.example.com:3478,turns:turn.example.com:443?transport=tcp",
    },
    z
      .string()
      .transform((list) => list.split(",").map((one) => one.trim()))
      .pipe(z.array(turnUrl).max(urlsMax))
      .optional(),
  ),
  TURN_SECRET: setting(
    {
      about:
        "The secret that they share with this server (coturn: `static-auth-secret`). What opens them is made of it for each person, for 24 hours",
      example: "<openssl rand -base64 48>",
    },
    secretText.optional(),
  ),
  TURN_USERNAME: setting(
    {
      about: "In place of the secret: a user name at all of them, which everybody is told",
      example: "fanlight",
    },
    visible,
  ),
  TURN_CREDENTIAL: setting(
    { about: "The password of that user name, which everybody is told", example: "<openssl rand -hex 24>" },
    visible,
  ),
};

type Settings = z.output<z.ZodObject<typeof turnSettings>>;

/** The TURN servers and what opens them, null where none are set; or a line on what is missing, or is one too many. */
function readTurn(settings: Settings): Result<{ turn: TurnSettings | null }, string> {
  const {
    TURN_URLS: urls,
    TURN_SECRET: secret,
    TURN_USERNAME: username,
    TURN_CREDENTIAL: credential,
  } = settings;
  const hasPair = username !== undefined || credential !== undefined;
  if (urls === undefined)
    return secret !== undefined || hasPair
      ? refuse("TURN_URLS: required where other TURN_ settings are")
      : ok({ turn: null });
  if (secret !== undefined)
    return hasPair
      ? refuse("TURN_SECRET: stands in the place of TURN_USERNAME and TURN_CREDENTIAL; set one or the other")
      : ok({ turn: { urls, secret } });
  if (!hasPair) return refuse("TURN_URLS: needs TURN_SECRET, or TURN_USERNAME and TURN_CREDENTIAL");
  if (username === undefined) return refuse("TURN_USERNAME: required where TURN_CREDENTIAL is");
  if (credential === undefined) return refuse("TURN_CREDENTIAL: required where TURN_USERNAME is");
  return ok({ turn: { urls, username, credential } });
}

/** One line for each setting that is missing beside others, or is one too many. */
export function turnProblems(settings: Settings): string[] {
  const read = readTurn(settings);
  return read.ok ? [] : [read.refusal];
}

/** The TURN servers and what opens them; null where none are set. */
export function turnOf(settings: Settings): TurnSettings | null {
  const read = readTurn(settings);
  return read.ok ? read.turn : null;
}
