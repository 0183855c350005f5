import { sql } from "kysely";
import { type Database, readRows } from "#server/kit/database/database.ts";
import { until } from "#testing/until.ts";

export type WatchedChanges = {
  /** The changes since it was last asked, for example `["INSERT mail.message"]`, each once. */
  take(): Promise<string[]>;
  /** Waits until no job of an earlier call is due or at work, and forgets what has been changed until then. */
  settle(): Promise<void>;
};

/**
 * Watches every table of a database from now on, as its owner; but for the jobs, which take their turns by themselves. Work
 * that recurs, each minute for example, is put off: what it changes is nobody's doing.
 */
export async function watchChanges(owner: Database): Promise<WatchedChanges> {
  await sql`create schema watched`.execute(owner);
  await sql`create table watched.change (what text not null)`.execute(owner);
  await sql`
    create function watched.note() returns trigger language plpgsql security definer as $$
    begin
      insert into watched.change values (tg_op || ' ' || tg_table_schema || '.' || tg_table_name);
      return null;
    end $$`.execute(owner);
  await sql`
    do $$
    declare watched_table regclass;
    begin
      for watched_table in
        select class.oid from pg_class as class join pg_namespace as namespace on namespace.oid = class.relnamespace
         where class.relkind in ('r', 'p') and not class.relispartition
           and namespace.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker', 'watched')
      loop
        execute format('create trigger watched after insert or update or delete on %s '
                       'for each row execute function watched.note()', watched_table);
      end loop;
    end $$`.execute(owner);
  await sql`
    create function watched.put_off() returns trigger language plpgsql as $$
    begin
      new.run_at := new.run_at + interval '1 day';
      return new;
    end $$`.execute(owner);
  await sql`
    create trigger put_off before insert on graphile_worker._private_jobs for each row
    when (new.payload::jsonb ? '_cron') execute function watched.put_off()`.execute(owner);
  const take = async () => {
    const taken = sql<{ what: string }>`
      with taken as (delete from watched.change returning what) select distinct what from taken order by what`;
    return (await readRows(owner, taken)).map(({ what }) => what);
  };
  return {
    take,
    async settle() {
      const due = sql`select from graphile_worker._private_jobs where run_at <= now() limit 1`;
      await until(async () => (await readRows(owner, due)).length === 0, "the jobs to be done");
      await take();
    },
  };
}
