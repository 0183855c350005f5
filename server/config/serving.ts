import { z } from "zod";
import { defaultSiteName } from "#contract/site-name.ts";
import { alternateHosts } from "./alternate-hosts.ts";
import { flag, origin, port, setting, word } from "./setting.ts";

/** The settings of where the product listens, under which names it is reached, and where it keeps its data. */
export const servingSettings = {
  PORT: setting({ about: "HTTP port", example: "8080" }, port.default(3000)),
  HOST: setting(
    { about: "Address to listen on", example: "127.0.0.1" },
    z.string().min(1).default("0.0.0.0"),
  ),
  PUBLIC_ORIGIN: setting(
    {
      about: "Scheme and host that the public uses; required with `DEMO=0`",
      example: "https://cams.example.com",
      unset: "`http://localhost:PORT`",
    },
    origin.optional(),
  ),
  HSTS: setting(
    {
      about:
        "How long browsers come by https alone, as `Strict-Transport-Security` says it; with an https `PUBLIC_ORIGIN`",
      example: "max-age=300",
    },
    z
      .string()
      .regex(
        /^max-age=\d{1,10}(; includeSubDomains)?(; preload)?$/,
        "must be like max-age=31536000; includeSubDomains",
      )
      .default("max-age=31536000; includeSubDomains"),
  ),
  SITE_NAME: setting(
    {
      about: "The site's name, in titles, mails, documents and authenticator apps; required with `DEMO=0`",
      example: "Afterglow",
      unset: `\`${defaultSiteName}\``,
    },
    z
      .string()
      .trim()
      .regex(/^[^<>{}"\\\p{C}]{1,40}$/u, 'must have 1 to 40 characters, none of < > { } " \\')
      .optional(),
  ),
  SITE_DIR: setting(
    {
      about:
        "Folder of what is the site's own: [logo, icon and colours](operating.md#your-look), and its legal documents, `legal/terms-of-service.en.txt` and so on, in place of ours",
      example: "/etc/fanlight/site",
    },
    word,
  ),
  PHOTOS_ORIGIN: setting(
    {
      about: "Origin that takes the files of chats",
      example: "https://photos.cams.example.com",
      unset: "`photos.` + public host; `127.0.0.1` for `localhost`",
    },
    origin.optional(),
  ),
  DATA_DIR: setting(
    { about: "Folder of everything that is kept", example: "/var/lib/fanlight" },
    z.string().min(1).default(".data"),
  ),
  TRUST_PROXY: setting(
    {
      about: "How many proxies in front are believed in what they add to `X-Forwarded-*`",
      example: "1",
    },
    z.coerce.number().int().min(0).max(5).default(0),
  ),
  COUNTRY_HEADER: setting(
    {
      about:
        "Header in which the nearest proxy names the caller's country; new accounts begin with it. Needs `TRUST_PROXY`",
      example: "CF-IPCountry",
    },
    z
      .string()
      .regex(/^[A-Za-z0-9-]{1,60}$/, "must be the name of a header")
      .transform((name) => name.toLowerCase())
      .optional(),
  ),
  ALTERNATE_HOSTS: setting(
    {
      about:
        "Other hosts, each with a logo and whether search engines may index it. Hosts that are not listed are never indexed",
      example: '{"cams.example":{"logo":"/logo-afterglow.svg","noindex":true}}',
    },
    alternateHosts.default({}),
  ),
  SERVICE_WORKER: setting(
    {
      about: "`0` uninstalls the service worker: each browser deletes its caches at its next visit",
      example: "0",
    },
    flag.default(true),
  ),
  METRICS_TOKEN: setting(
    {
      about: "Bearer token, ≥ 16 characters, that opens `/metrics` and the details of `/readyz`",
      example: "<openssl rand -hex 24>",
      unset: "they open on the machine itself only",
    },
    z.string().min(16, "must be at least 16 characters").optional(),
  ),
  LOG_LEVEL: setting(
    {
      about: "`debug`, `info`, `warn`, `error` or `silent`",
      example: "debug",
      unset: "`warn` in the demo, else `info`",
    },
    z.enum(["debug", "info", "warn", "error", "silent"]).optional(),
  ),
  DEVELOP: setting(
    { about: "`1` renders the web app from its sources, replaced as they change", example: "1" },
    flag.default(false),
  ),
};
