import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const serverFolder = path.resolve(import.meta.dirname, "../../server");
const made =
  /^create (?:or replace )?(?:unlogged )?(?:table|view|materialized view|function|procedure|sequence|type|schema) (?:if not exists )?([a-z_]+(?:\.[a-z_0-9]+)?)/gim;

/**
 * The module whose migrations make each table, view, function, type and schema, by names with their schema. A thing
 * that is renamed afterwards belongs to the module that makes its schema.
 */
export function readOwners(): (name: string) => string {
  const owners = new Map<string, string>();
  for (const file of globSync("*/**/migrations/*.sql", { cwd: serverFolder }).sort()) {
    const [module = ""] = file.split(path.sep);
    for (const [, name = ""] of readFileSync(path.join(serverFolder, file), "utf8").matchAll(made))
      owners.set(name, module);
  }
  return (name) => owners.get(name) ?? owners.get(name.split(".")[0] ?? "") ?? "kit";
}
