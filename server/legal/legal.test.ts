import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { type LegalDocument, legalDocuments } from "#contract/legal.ts";
import { legalDetailNames } from "#server/config/legal.ts";
import { explain } from "#server/start/explain.ts";
import { testApp } from "#testing/app/test-app.ts";
import { type LegalNeeds, openLegal, parseWording } from "./legal.ts";

const app = testApp();

async function read(path: string): Promise<LegalDocument> {
  const { status, body } = await app.call("GET", path);
  expect(status).toBe(200);
  return body as LegalDocument;
}

const headings = (text: string) => text.match(/^## .+$/gm) ?? [];
const points = (text: string) => text.match(/^- .+$/gm) ?? [];

test("R-LEGAL-01, R-LEGAL-02, R-LEGAL-03, R-LEGAL-04, R-LEGAL-05, R-LEGAL-06, R-OPEN-87: six documents are whole in both languages", async () => {
  for (const name of legalDocuments) {
    const { document, version, draft, updated_at, en, es } = await read(`/api/legal/${name}`);
    expect({ document, draft }).toEqual({ document: name, draft: true });
    expect(version).toMatch(new RegExp(`^${updated_at}-[0-9a-f]{8}$`));
    expect(updated_at).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(en.title, name).not.toBe(es.title);
    for (const { text } of [en, es]) {
      expect(text.length, name).toBeGreaterThan(1_500);
      expect(headings(text).length, name).toBeGreaterThanOrEqual(5);
    }
    expect(headings(es.text), name).toHaveLength(headings(en.text).length);
    expect(points(es.text), name).toHaveLength(points(en.text).length);
    expect(headings(es.text).filter((line) => en.text.includes(line))).toEqual([]);
  }
});

test("R-API-65, R-API-66, R-API-67: three documents have addresses of their own, with the same text", async () => {
  for (const name of ["privacy-policy", "terms-of-service", "usc-2257"])
    expect(await read(`/api/${name}`)).toEqual(await read(`/api/legal/${name}`));
});

test("R-LEGAL-01: a document that does not exist is refused in the caller's language", async () => {
  for (const name of ["nothing", "terms-of-service.en", "..%2F..%2Fpackage.json"]) {
    const { status, body } = await app.call("GET", `/api/legal/${name}`, { language: "es" });
    expect(status).toBe(404);
    expect(body.message).toBe("No encontrado.");
  }
});

test("R-LEGAL-10: what a registration accepts is the version that the pages show", async () => {
  const terms = await read("/api/terms-of-service");
  const fan = await app.fan();
  const { rows: consents } = await app.withTransaction((tx) =>
    sql`select document, version from accounts.consent where account_id = ${fan.id}`.execute(tx),
  );
  expect(consents).toContainEqual({ document: "terms", version: terms.version });
  const { version: privacyVersion } = await read("/api/privacy-policy");
  expect(privacyVersion).not.toBe(terms.version);
  expect(consents).toContainEqual({ document: "privacy", version: privacyVersion });
});

test("R-LEGAL-09: nobody registers without certifying to be 18 or older, as a fan or as a model", async () => {
  for (const model of [false, true]) {
    const person = { login: `minor${model ? "model" : "fan"}`, email: `minor${model}@example.test` };
    const password = { password: "correct horse 1", password_confirmation: "correct horse 1" };
    const consents = { accept_terms: true, accept_privacy: true, accept_creator_agreement: true };
    for (const over_18 of [false, undefined]) {
      const { status, body } = await app.call("POST", "/auth/register", {
        body: { ...person, ...password, ...consents, model, ...(over_18 === undefined ? {} : { over_18 }) },
      });
      expect(status).toBe(422);
      expect(Object.keys(body.errors as object)).toEqual(["over_18"]);
    }
    expect(await app.modules.identity.byName(app.db, person.login)).toBeUndefined();
  }
});

test("R-OPEN-87: a text without its head is found when the product starts, not when somebody reads it", () => {
  const whole = "title: Terms\nupdated: 2026-11-21\nstatus: draft\n\n## One\n\nText\nand more";
  expect(parseWording(whole, "a.txt")).toEqual({
    title: "Terms",
    updated: "2026-11-21",
    draft: true,
    text: "## One\n\nText\nand more",
  });
  for (const broken of [
    whole.replace("title: Terms\n", ""),
    whole.replace("2026-11-21", "soon"),
    whole.replace("draft", "perhaps"),
    "title: Terms\nupdated: 2026-11-21\nstatus: draft\n\n",
    "",
  ])
    expect(() => parseWording(broken, "a.txt")).toThrow(/^a\.txt: /);
});

const detailsOf = (...names: string[]) =>
  new Map(names.map((name) => [name, { en: `the ${name}`, es: `su ${name}` }]));
const openWith = (more: Partial<LegalNeeds>) =>
  openLegal({ details: new Map(), reviewed: null, siteDir: null, ...more });

test("R-OPEN-87: what a setting says of the operator stands in the documents of each language, and what none says is a gap with a placeholder", async () => {
  const none = await openWith({});
  const names = none.gaps.map(({ setting }) => setting);
  expect(names).toEqual([...legalDetailNames, "PAYOUT_CENTS"].toSorted());
  expect(none.document("terms-of-service").en.text).toContain("[governing law]");
  const all = await openWith({ details: detailsOf(...names) });
  expect(all.gaps).toEqual([]);
  for (const name of legalDocuments) {
    const { en, es, draft } = all.document(name);
    expect(en.text + es.text, name).not.toMatch(/[[\]{}]/);
    expect(draft).toBe(true);
  }
  expect(all.document("terms-of-service").en.text).toContain("The law of the LEGAL_LAW applies");
  expect(all.document("terms-of-service").es.text).toContain("Se aplica la ley de su LEGAL_LAW");
});

test("R-LEGAL-10: what a reader sees decides the version that a consent names, document by document", async () => {
  const versionsWith = async (more: Partial<LegalNeeds>) => {
    const legal = await openWith(more);
    return new Map(legalDocuments.map((name) => [name, legal.document(name).version]));
  };
  const named = { details: detailsOf(...legalDetailNames, "PAYOUT_CENTS") };
  const before = await versionsWith(named);
  expect(await versionsWith(named), "the same documents").toEqual(before);
  const moved = new Map(named.details).set("LEGAL_LAW", { en: "another", es: "otra" });
  const after = await versionsWith({ details: moved });
  const changed = legalDocuments.filter((name) => before.get(name) !== after.get(name));
  expect(changed).toContain("terms-of-service");
  expect(changed, "documents that say nothing of it").not.toContain("usc-2257");
  const oneLanguage = new Map(named.details).set("LEGAL_LAW", { en: "the LEGAL_LAW", es: "otra" });
  expect((await versionsWith({ details: oneLanguage })).get("terms-of-service")).not.toBe(
    before.get("terms-of-service"),
  );
});

test("R-OPEN-87: documents that a lawyer has passed are no drafts, from that day on", async () => {
  const { draft, updated_at } = (await openWith({ reviewed: "2031-02-03" })).document("usc-2257");
  expect({ draft, updated_at }).toEqual({ draft: false, updated_at: "2031-02-03" });
});

test("R-OPEN-87: a document of the operator's own takes the place of ours, language by language, and names the site", async () => {
  const siteDir = mkdtempSync(path.join(tmpdir(), "fanlight-site-"));
  onTestFinished(() => rmSync(siteDir, { recursive: true }));
  mkdirSync(path.join(siteDir, "legal"));
  const own =
    "title: Rules\nupdated: 2030-01-01\nstatus: reviewed\n\n{site} is ours. [LEGAL_LAW: law] $& {it}";
  writeFileSync(path.join(siteDir, "legal/terms-of-service.en.txt"), own);
  const { en, es, draft } = (await openWith({ siteDir, details: detailsOf("LEGAL_LAW") })).document(
    "terms-of-service",
  );
  expect(en).toEqual({ title: "Rules", text: "Fanlight is ours. the LEGAL_LAW $& {it}" });
  expect(es.title).toBe("Términos del servicio");
  expect(draft).toBe(true);
  const ownSpanish = own.replace("LEGAL_LAW: law", "LEGAL_MORE: más");
  writeFileSync(path.join(siteDir, "legal/terms-of-service.es.txt"), ownSpanish);
  expect((await openWith({ siteDir })).gaps).toContainEqual({ setting: "LEGAL_MORE", wanted: "más" });
  writeFileSync(path.join(siteDir, "legal/terms-of-service.es.txt"), "no head");
  await expect(openWith({ siteDir })).rejects.toThrow(/^terms-of-service\.es\.txt: /);
});

test("R-OPEN-87: a folder that is not there, and a file that is no document, are named and not passed over", async () => {
  const siteDir = mkdtempSync(path.join(tmpdir(), "fanlight-site-"));
  onTestFinished(() => rmSync(siteDir, { recursive: true }));
  await expect(openWith({ siteDir: path.join(siteDir, "typo") })).rejects.toThrow(
    /^SITE_DIR: .+typo cannot be read \(ENOENT\)$/,
  );
  expect((await openWith({ siteDir })).document("usc-2257").draft).toBe(true);
  mkdirSync(path.join(siteDir, "legal"));
  writeFileSync(path.join(siteDir, "legal/terms.en.txt"), "");
  const refused = await openWith({ siteDir }).catch(explain);
  expect(refused).toMatch(
    /^Fanlight cannot start: SITE_DIR: legal\/terms\.en\.txt is none of the documents: /,
  );
});
