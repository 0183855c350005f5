import type { Rolldown } from "vite";

/** The modules with which the code of a page begins, its route and what it loads at once, by the page's name. */
export type Pages = Readonly<Record<string, RegExp>>;

type Modules = Pick<Rolldown.ChunkingContext, "getModuleInfo">;
/** The pages that need a module, by name, and whether anything else does, a dialog for example. */
type Users = { names: string[]; isNeededElsewhere: boolean };

/**
 * Groups for the bundler's code splitting of one build: modules that the same ones of these pages need share a file,
 * apart from those that something else needs too (`-more`), so that nobody loads the code of a page they are not on.
 * Neighbours distinguish such files as pages do; what only they need, or nobody here, is left to the bundler, which makes a
 * file of each set of importers: fifty for a room, most of a few hundred bytes, on a slow line 0.7 s until it is alive.
 *
 * A group also takes all that its modules import. An imported module is needed by at least the same pages, so the
 * groups are ordered by how many need them, and those that come first have it already.
 */
export function groupsOfPages({
  pages,
  neighbours,
}: Readonly<Record<"pages" | "neighbours", Pages>>): Rolldown.CodeSplittingGroup[] {
  const all = { ...pages, ...neighbours };
  const known = new Map<string, Users>();
  const importersOfMessage = messageImporters();
  const usersOf = (id: string, modules: Modules) => {
    const users = known.get(id) ?? findUsers(importersOfMessage(id, modules) ?? [id], all, modules);
    known.set(id, users);
    return users;
  };
  const ranks = Array.from({ length: 2 * Object.keys(all).length }, (_, index) => index + 2);
  return ranks.map((rank) => ({
    debugName: `pages of rank ${rank}`,
    priority: rank,
    name(id, modules) {
      const { names, isNeededElsewhere } = usersOf(id, modules);
      if (2 * names.length + Number(isNeededElsewhere) !== rank) return null;
      if (!names.some((name) => name in pages)) return null;
      return fileName(names) + (isNeededElsewhere ? "-more" : "");
    },
  }));
}

/**
 * Shared files name each of their pages by its first and third letter, which no two pages have in common: every page loads
 * the list of all files.
 */
const fileName = (names: readonly string[]) =>
  names.length === 1 ? names.join() : names.map(([first, , third]) => `${first}${third}`).join("-");

/** The modules that need these, through however many others. */
function findUsers(ids: readonly string[], pages: Pages, modules: Modules): Users {
  const names = new Set<string>();
  let isNeededElsewhere = false;
  const seen = new Set(ids);
  // Importers are added while they are gone through.
  for (const user of seen) {
    const info = modules.getModuleInfo(user);
    const page = Object.keys(pages).find((name) => pages[name]?.test(user));
    if (page) names.add(page);
    else if (info?.isEntry || info?.dynamicImporters.length) isNeededElsewhere = true;
    for (const importer of info?.importers ?? []) seen.add(importer);
  }
  return { names: [...names].sort(), isNeededElsewhere };
}

const messageModule = /^(.*[\\/]paraglide[\\/]messages)[\\/](\w+)\.js$/;

/**
 * Finds the modules that use a message. Each is a module, and as all are reached by the one object `m` the graph claims that
 * everybody imports each: who does is found by `m.name` in their code. Null for what is no message.
 */
function messageImporters(): (id: string, modules: Modules) => string[] | null {
  let byMessage: Map<string, string[]> | null = null;
  return (id, modules) => {
    const [, messages, name] = messageModule.exec(id) ?? [];
    if (!messages || !name) return null;
    byMessage ??= indexMessages(`${messages}.js`, modules);
    return byMessage.get(name) ?? [];
  };
}

function indexMessages(messages: string, modules: Modules): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const importer of modules.getModuleInfo(messages)?.importers ?? [])
    for (const use of new Set(modules.getModuleInfo(importer)?.code?.match(/\bm\.\w+/g))) {
      const name = use.slice("m.".length);
      const others = importers.get(name);
      if (others) others.push(importer);
      else importers.set(name, [importer]);
    }
  return importers;
}
