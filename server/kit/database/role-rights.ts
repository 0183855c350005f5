import { sql } from "kysely";
import { type Reader, readRows } from "./database.ts";

/** A right of a role that the application must not have over its own history. */
export type Excess = "superuser" | "powers" | "owner" | "writer";

/** Roles of PostgreSQL that reach past every privilege, and attributes by which a role gets itself others. */
const powers = [
  "pg_read_server_files",
  "pg_write_server_files",
  "pg_execute_server_program",
  "pg_write_all_data",
];

/**
 * The first of these that holds for the role of `app`: it is a superuser; it has `powers` over roles, the server's files
 * or all data; it owns the database, or something in `schemas`, itself or as a member of the owner; it is a `writer` who may
 * empty tables there or set triggers on them. Null when it is as it should be.
 */
export async function excessOf(app: Reader, schemas: readonly string[]): Promise<Excess | null> {
  const [found] = await readRows(
    app,
    sql<{ excess: Excess | null }>`
      select case
        when rolsuper then 'superuser'
        when rolcreaterole or rolreplication or rolbypassrls or exists (
          select from pg_roles as power
          where power.rolname = any (${powers}) and pg_has_role(me.oid, power.oid, 'member')) then 'powers'
        when exists (select from (${ownersOf(schemas)}) as o where pg_has_role(me.oid, o.id, 'member')) then 'owner'
        when exists (
          select from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
          where n.nspname = any (${[...schemas]}) and c.relkind = 'r'
            and has_table_privilege(c.oid, 'truncate, trigger')) then 'writer'
        end as excess
      from pg_roles as me where rolname = current_user`,
  );
  return found?.excess ?? null;
}

/**
 * The owner of the tables in `schemas` that the role of `db` does not own; null: nobody, the role may change all of
 * them.
 */
export async function foreignOwner(db: Reader, schemas: readonly string[]): Promise<string | null> {
  const [found] = await readRows(
    db,
    sql<{ name: string }>`
      select pg_get_userbyid(c.relowner)::text as name
      from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
      where n.nspname = any (${[...schemas]}) and c.relkind in ('r', 'p', 'v')
        and not pg_has_role(current_user, c.relowner, 'usage')
      limit 1`,
  );
  return found?.name ?? null;
}

/** Whether both are connected to one database of one server. */
export async function isSameDatabase(one: Reader, other: Reader): Promise<boolean> {
  const identity = sql<{ server: string }>`
    select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), oid) as server
    from pg_database where datname = current_database()`;
  const [[here], [there]] = await Promise.all([readRows(one, identity), readRows(other, identity)]);
  return here !== undefined && here.server === there?.server;
}

/** The role that `db` works as. */
export async function roleOf(db: Reader): Promise<string> {
  const [found] = await readRows(db, sql<{ role: string }>`select current_user::text as role`);
  if (!found) throw new Error("the database did not answer who we are");
  return found.role;
}

/** The owners of the database and of the schemas, tables and functions, as a query. */
function ownersOf(schemas: readonly string[]) {
  const names = [...schemas];
  return sql`
    select datdba as id from pg_database where datname = current_database()
    union select nspowner from pg_namespace where nspname = any (${names})
    union select relowner from pg_class join pg_namespace as n on n.oid = relnamespace where nspname = any (${names})
    union select proowner from pg_proc join pg_namespace as n on n.oid = pronamespace where nspname = any (${names})`;
}
