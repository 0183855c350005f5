import type { FastifyInstance } from "fastify";
import { legalDocuments } from "#contract/legal.ts";
import type { Config } from "#server/config.ts";
import { siteOfHost } from "#server/config/alternate-hosts.ts";
import type { Clock } from "#server/kit/clock.ts";

const pages = [
  "/",
  "/trending",
  "/videos",
  "/allposts",
  "/register",
  ...legalDocuments.map((name) => `/${name}`),
  "/contact",
  "/content-removal",
];
const notForCrawlers = [
  "/api/",
  "/auth/",
  "/service/",
  "/private-files/",
  "/admin/",
  "/model/",
  "/payment-request",
];
/** A sitemap may name no more addresses (sitemaps.org). */
const sitemapMax = 50_000;
/** Older videos and posts are found from their models' pages. */
const itemsMax = 10_000;
/** Crawlers come back after days; what they read may be an hour old. */
const sitemapSeconds = 3_600;
const contactValidMs = 180 * 24 * 3_600_000;

type PublicNeeds = {
  config: Config;
  clock: Clock;
  /** The user names of the models whom everybody may see, at most so many. */
  listedLogins(max: number): Promise<string[]>;
  /** The newest videos and posts that everybody may find, so many at most. */
  newestItems(max: number): Promise<{ id: number; kind: "video" | "post" }[]>;
};

const itemPages = { video: "/videos", post: "/allposts" } as const;

/**
 * The files that machines read of a site: robots.txt and sitemap.xml of the main host, `/.well-known/security.txt`
 * (RFC 9116), and on every other host `X-Robots-Tag`. Those hosts may be crawled, since the tag must be read to be
 * obeyed.
 */
export function publicFiles(http: FastifyInstance, needs: PublicNeeds): void {
  const { config, clock, listedLogins, newestItems } = needs;
  const siteOf = siteOfHost(config);
  http.addHook("onSend", async (request, reply) => {
    if (siteOf(request.host).noindex) reply.header("x-robots-tag", "noindex, nofollow");
  });
  http.get("/robots.txt", (request, reply) =>
    reply.type("text/plain; charset=utf-8").send(robots(config.publicOrigin, siteOf(request.host).noindex)),
  );
  http.get("/sitemap.xml", async (_request, reply) => {
    const models = await listedLogins(sitemapMax - itemsMax - pages.length);
    const items = await newestItems(itemsMax);
    const paths = [
      ...pages,
      ...models.map((login) => `/${login}`),
      ...items.map(({ kind, id }) => `${itemPages[kind]}/${id}`),
    ];
    return reply
      .type("application/xml; charset=utf-8")
      .header("cache-control", `public, max-age=${sitemapSeconds}`)
      .send(sitemap(config.publicOrigin, paths));
  });
  http.get("/.well-known/security.txt", (_request, reply) =>
    reply.type("text/plain; charset=utf-8").send(securityContact(config, clock.now())),
  );
}

function robots(origin: string, noindex: boolean): string {
  if (noindex) return "User-agent: *\nAllow: /\n";
  return [
    "User-agent: *",
    ...notForCrawlers.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n");
}

function sitemap(origin: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${origin}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

/** Always half a year ahead: the file is generated for each request. */
function securityContact({ supportEmail, publicOrigin }: Config, now: Date): string {
  const expires = new Date(now.getTime() + contactValidMs).toISOString().replace(/\.\d+Z$/, "Z");
  return [
    `Contact: mailto:${supportEmail}`,
    `Contact: ${publicOrigin}/contact`,
    `Expires: ${expires}`,
    "Preferred-Languages: en, es",
    `Canonical: ${publicOrigin}/.well-known/security.txt`,
    "",
  ].join("\n");
}
