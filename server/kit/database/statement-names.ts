/**
 * What a connection calls the statements that it has parsed. PostgreSQL parses and plans a statement without a name at each
 * use; one with a name is parsed once for each connection, and planned once where a plan that knows no values is as good.
 */
export type StatementNames = {
  /** The name to send a text under, and the one that makes room for it; undefined for what goes out without a name. */
  nameOf(text: string, values: readonly unknown[] | undefined): { name: string; closed?: string } | undefined;
  /** Gives a text another name the next time; answers the one that it had. */
  forget(text: string): string | undefined;
};

/** Statements that a connection keeps: each costs the server 12 to 330 kB, 74 in the middle (measured on lists). */
const keptMax = 200;
/** Texts of which the process knows that they were used before. */
const seenMax = 2_000;

/** Ends the text of a statement whose plan hangs on its values, so that it is planned for them each time. */
const planned = "/* planned for its values */";

/** Marks a text as one that is planned each time. */
export function plannedEachTime(text: string): string {
  return `${text} ${planned}`;
}

/** Texts that were used before, by any connection: one that is used once is not worth a name. The last are the newest. */
const seen = new Set<string>();

/** The names on one connection. Of more than `max` texts the one whose last use is the longest ago loses its name. */
export function statementNames(max = keptMax): StatementNames {
  /** In the order of their last uses. */
  const names = new Map<string, string>();
  let last = 0;

  function add(text: string) {
    const name = `fanlight_${++last}`;
    const [oldest] = names.size < max ? [] : names;
    if (oldest) names.delete(oldest[0]);
    names.set(text, name);
    return { name, ...(oldest && { closed: oldest[1] }) };
  }

  return {
    nameOf(text, values) {
      const name = names.get(text);
      if (name === undefined) return isNameable(text, values) && wasSeen(text) ? add(text) : undefined;
      names.delete(text);
      names.set(text, name);
      return { name };
    },
    forget(text) {
      const name = names.get(text);
      names.delete(text);
      return name;
    },
  };
}

/**
 * What reads and writes rows can have a name, unless it says otherwise. Several statements in one text cannot, and only a
 * text without values may be several.
 */
function isNameable(text: string, values: readonly unknown[] | undefined): boolean {
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(text) || text.endsWith(planned)) return false;
  return (values !== undefined && values.length > 0) || !text.includes(";");
}

function wasSeen(text: string): boolean {
  if (seen.has(text)) return true;
  const [oldest] = seen.size < seenMax ? [] : seen;
  if (oldest !== undefined) seen.delete(oldest);
  seen.add(text);
  return false;
}
