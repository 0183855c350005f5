import { z } from "zod";
import { flag, setting } from "./setting.ts";

const url = z.string().regex(/^postgres(ql)?:\/\//, "must start with postgres://");

/** The settings of the database: without a URL it is the embedded one. */
export const databaseSettings = {
  DATABASE_URL: setting(
    {
      about: "Any PostgreSQL from version 15, by the role that the application works as",
      example: "postgres://fanlight_app:password@db.internal:5432/fanlight",
      unset: "embedded PostgreSQL 18",
    },
    url.optional(),
  ),
  DATABASE_OWNER_URL: setting(
    {
      about:
        "The same database by the role that owns the tables, for migrations. Without it the application could rewrite its own history",
      example: "postgres://fanlight_owner:password@db.internal:5432/fanlight",
      unset: "`DATABASE_URL`",
    },
    url.optional(),
  ),
  DATABASE_REPLICA_URL: setting(
    {
      about: "A hot standby, by the same role: lists are searched there unless it is more than 5 s behind",
      example: "postgres://fanlight_app:password@standby.internal:5432/fanlight",
    },
    url.optional(),
  ),
  // The relay, the lease and the jobs keep six; what is left must serve requests that wait for each other's locks.
  DATABASE_POOL: setting(
    { about: "Connections to the database at most, 10 or more, and as many to the standby", example: "40" },
    z.coerce.number().int().min(10).max(500).default(16),
  ),
  DATABASE_NAMED_STATEMENTS: setting(
    {
      about: "0 for a pooler that keeps no prepared statements: each is then parsed and planned at each use",
      example: "0",
    },
    flag.default(true),
  ),
};

type Settings = z.output<z.ZodObject<typeof databaseSettings>>;

export type DatabaseConfig = {
  databaseUrl: string | null;
  /** The database for the owner of its tables, for migrations alone; null: `databaseUrl` does them. */
  databaseOwnerUrl: string | null;
  /** A standby of `databaseUrl` that lists are searched in; null: it is searched itself. */
  databaseReplicaUrl: string | null;
  /** Connections at most, to the database and to the standby each. */
  databasePool: number;
  /** Whether statements have names, by which PostgreSQL parses and plans them once. */
  namesStatements: boolean;
};

/** One line for each setting that means nothing without another. */
export function halfDatabase({ DATABASE_URL, DATABASE_OWNER_URL, DATABASE_REPLICA_URL }: Settings): string[] {
  if (DATABASE_URL) return [];
  const problems: string[] = [];
  if (DATABASE_OWNER_URL)
    problems.push(
      "DATABASE_OWNER_URL: needs DATABASE_URL beside it; the embedded database has an owner of its own",
    );
  if (DATABASE_REPLICA_URL)
    problems.push("DATABASE_REPLICA_URL: needs DATABASE_URL beside it; the embedded database has no standby");
  return problems;
}

export function databaseOf(settings: Settings): DatabaseConfig {
  return {
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL ?? null,
    databaseReplicaUrl: settings.DATABASE_REPLICA_URL ?? null,
    databasePool: settings.DATABASE_POOL,
    namesStatements: settings.DATABASE_NAMED_STATEMENTS,
  };
}
