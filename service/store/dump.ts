/**
 * Dumps the data to a file of JSON lines and restores it into an empty database: one line names the format, one line
 * per row follows (`{table, row}`, ordered so that rows refer to earlier ones), and one line gives the count. The file
 * contains no secrets.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';

import { and, asc, eq, getTableColumns, getTableName, inArray, is, max, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { isRecord } from '#contract/record.ts';
import type { MovedFrom } from '#contract/schema/local.ts';

import * as agentRuns from './schema-agent-runs.ts';
import * as connections from './schema-connections.ts';
import * as videos from './schema-videos.ts';
import * as thumbnails from './schema-thumbnails.ts';
import * as projects from './schema-projects.ts';
import * as schema from './schema.ts';
import { type Db, type Store, StoreReadOnlyError } from './store.ts';

const FORMAT = { format: 'cutaway-service', version: 1 } as const;

/** Tables with secrets, state of one running service, or data that can be recreated. */
export const EXCLUDED_TABLES: ReadonlySet<string> = new Set([
  'tokens',
  'presences',
  'invitations',
  'idempotency_keys',
  'jobs',
  'outbox_events',
  'webhooks',
  'webhook_deliveries',
  'voice_receipts',
  'platform_providers',
  'sealed_secrets',
  'paid_answers',
  'text_vectors',
]);
/** Matches columns that are emptied everywhere: names of keys in this machine's keychain, and the like. */
const SECRET_COLUMN = /(?:^|_)(?:secret|key_ref|api_key|password)$/;
/** The settings row with the id of this installation; a restored one gets its own. */
export const INSTALLATION_ID = 'studio_id';
/** The settings row that says which installation's data this one was filled with. */
export const MOVED_FROM = 'moved_from';
const UNDUMPED_SETTINGS: ReadonlySet<unknown> = new Set([INSTALLATION_ID, MOVED_FROM]);
const ROWS_PER_BATCH = 200;
const ACTIVE_STATUSES = ['queued', 'pending', 'running', 'generating'];

type Row = Record<string, unknown>;

/** Thrown if the file cannot be restored; the message is a plain sentence, and the database is unchanged. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError';
}

/** Thrown while a generation is running, because its credits and its job are not settled; the message is a sentence. */
export class RunActiveError extends Error {
  override readonly name = 'RunActiveError';
}

interface Reference {
  readonly column: string;
  readonly table: string;
  readonly required: boolean;
}

function getReferences(table: PgTable): Reference[] {
  return getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference();
    return columns.map((column) => ({
      column: column.name,
      table: getTableName(foreignTable),
      required: column.notNull,
    }));
  });
}

/**
 * Orders tables so that required references point to earlier ones. Optional references to later rows are set at the
 * end.
 */
export function listDumpedTables(): PgTable[] {
  const tables = new Map<string, PgTable>();
  for (const value of Object.values({
    ...schema,
    ...agentRuns,
    ...projects,
    ...thumbnails,
    ...connections,
    ...videos,
  }) as unknown[]) {
    if (is(value, PgTable) && !EXCLUDED_TABLES.has(getTableName(value))) tables.set(getTableName(value), value);
  }
  const orderedTables = new Set<PgTable>();
  const add = (name: string, table: PgTable): void => {
    if (orderedTables.has(table)) return;
    for (const reference of getReferences(table)) {
      const referencedTable = tables.get(reference.table);
      if (referencedTable && reference.required && reference.table !== name) add(reference.table, referencedTable);
    }
    orderedTables.add(table);
  };
  for (const [name, table] of tables) add(name, table);
  return [...orderedTables];
}

/** Returns whether a dump leaves a column empty. */
export const isSecret = (column: PgColumn): boolean => SECRET_COLUMN.test(column.name);

const getPrimaryKey = (table: PgTable): PgColumn[] => {
  const { columns, primaryKeys } = getTableConfig(table);
  return primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
};

async function refuseActiveRuns(tx: Db, tables: readonly PgTable[]): Promise<void> {
  for (const table of tables) {
    const status = getTableColumns(table)['status'];
    const values = ACTIVE_STATUSES.filter((value) => status?.enumValues?.includes(value));
    if (status && values.length > 0 && (await tx.$count(table, inArray(status, values))) > 0) {
      throw new RunActiveError('A generation is in progress. Wait until it ends, then try again.');
    }
  }
}

async function dumpTable(tx: Db, table: PgTable, file: FileHandle): Promise<number> {
  const name = getTableName(table);
  const columns = getTableColumns(table);
  const secretKeys = Object.keys(columns).filter((key) => columns[key] && isSecret(columns[key]));
  const order = getPrimaryKey(table).map((column) => asc(column));
  let rowCount = 0;
  for (let offset = 0; ; offset += ROWS_PER_BATCH) {
    const page: Row[] = await tx
      .select()
      .from(table)
      .orderBy(...order)
      .limit(ROWS_PER_BATCH)
      .offset(offset);
    const lines = page
      .filter((row) => !(name === 'settings' && UNDUMPED_SETTINGS.has(row['name'])))
      .map((row) =>
        JSON.stringify({ table: name, row: { ...row, ...Object.fromEntries(secretKeys.map((key) => [key, null])) } }),
      );
    if (lines.length > 0) await file.appendFile(`${lines.join('\n')}\n`);
    rowCount += lines.length;
    if (page.length < ROWS_PER_BATCH) return rowCount;
  }
}

async function readInstallationId(tx: Db): Promise<unknown> {
  const [row] = await tx
    .select({ value: schema.settings.value })
    .from(schema.settings)
    .where(eq(schema.settings.name, INSTALLATION_ID));
  return row?.value ?? null;
}

/**
 * Writes a consistent snapshot and returns the number of rows.
 * @throws RunActiveError
 */
export function dump(store: Store, path: string): Promise<number> {
  const tables = listDumpedTables();
  return store.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`);
    await refuseActiveRuns(tx, tables);
    // Truncates the file first, because the transaction may run again.
    const file = await open(path, 'w', 0o600);
    try {
      await file.appendFile(`${JSON.stringify({ ...FORMAT, studio: await readInstallationId(tx) })}\n`);
      let rowCount = 0;
      for (const table of tables) rowCount += await dumpTable(tx, table, file);
      await file.appendFile(`${JSON.stringify({ rows: rowCount })}\n`);
      await file.sync();
      return rowCount;
    } finally {
      await file.close();
    }
  });
}

const DAMAGED_MESSAGE = 'The archive is damaged: its data can’t be read to the end.';
const NEWER_MESSAGE = 'The archive was made by a newer version of Cutaway. Update Cutaway and try again.';

function readLine(line: string): Row {
  try {
    const value: unknown = JSON.parse(line);
    if (isRecord(value)) return value;
  } catch {
    // Thrown below as RestoreError.
  }
  throw new RestoreError(DAMAGED_MESSAGE);
}

/** Inserts rows in batches, one table after the other. */
class Loader {
  readonly #tx: Db;
  readonly #tables = new Map(listDumpedTables().map((table) => [getTableName(table), table]));
  readonly #order = [...this.#tables.keys()];
  readonly #deferred: { table: PgTable; where: SQL | undefined; set: Row }[] = [];
  #rows: Row[] = [];
  #name = '';
  #count = 0;

  constructor(tx: Db) {
    this.#tx = tx;
  }

  async add(line: Row): Promise<void> {
    const { table: name, row } = line;
    if (typeof name !== 'string' || !isRecord(row)) throw new RestoreError(DAMAGED_MESSAGE);
    if (name !== this.#name || this.#rows.length >= ROWS_PER_BATCH) await this.#flush();
    this.#name = name;
    this.#rows.push(this.#revive(name, row));
    this.#count += 1;
  }

  /** Sets references to later rows, and moves the identity counters past the restored rows. */
  async finish(): Promise<number> {
    await this.#flush();
    for (const { table, where, set } of this.#deferred) {
      await this.#tx
        .update(table)
        .set(set as never)
        .where(where);
    }
    for (const [name, table] of this.#tables) {
      for (const column of Object.values(getTableColumns(table))) {
        if (column.generatedIdentity === undefined) continue;
        const highest = sql`(select max(${sql.identifier(column.name)}) from ${sql.identifier(name)})`;
        await this.#tx.execute(
          sql`select setval(pg_get_serial_sequence(${`"${name}"`}, ${column.name}), ${highest}) where ${highest} is not null`,
        );
      }
    }
    const highestThread = sql`(select max(thread_id) from scripts)`;
    await this.#tx.execute(sql`select setval('script_threads', ${highestThread}) where ${highestThread} is not null`);
    return this.#count;
  }

  async #flush(): Promise<void> {
    const table = this.#tables.get(this.#name);
    if (table && this.#rows.length > 0) {
      await this.#tx
        .insert(table)
        .overridingSystemValue()
        .values(this.#rows as never);
    }
    this.#rows = [];
  }

  #revive(name: string, row: Row): Row {
    const table = this.#tables.get(name);
    const columns: Record<string, PgColumn> = table ? getTableColumns(table) : {};
    if (!table || Object.keys(row).some((key) => !Object.hasOwn(columns, key))) throw new RestoreError(NEWER_MESSAGE);
    const revivedRow: Row = {};
    for (const [key, value] of Object.entries(row)) {
      const isTime = columns[key]?.dataType === 'date' && typeof value === 'string';
      revivedRow[key] = isTime ? new Date(value) : value;
    }
    this.#deferReferences(name, table, revivedRow);
    return revivedRow;
  }

  #deferReferences(name: string, table: PgTable, row: Row): void {
    const position = this.#order.indexOf(name);
    const set: Row = {};
    for (const { column, table: other, required } of getReferences(table)) {
      const otherPosition = this.#order.indexOf(other);
      if (required || row[column] == null || (otherPosition >= 0 && otherPosition < position)) continue;
      // Clears references to tables that are not in the dump.
      if (otherPosition >= 0) set[column] = row[column];
      row[column] = null;
    }
    if (Object.keys(set).length === 0) return;
    // Keeps `updated_at`, because setting the reference does not change the row.
    if ('updated_at' in row) set['updated_at'] = row['updated_at'];
    const condition = and(...getPrimaryKey(table).map((column) => sql`${column} = ${row[column.name]}`));
    this.#deferred.push({ table, where: condition, set });
  }
}

/**
 * Fills an empty database from a dump, all or nothing.
 * @throws RestoreError
 */
export async function restore(store: Store, path: string): Promise<void> {
  try {
    await fillDatabase(store, path);
  } catch (error) {
    if (error instanceof RestoreError || error instanceof StoreReadOnlyError) throw error;
    // The database refused a row, because it refers to a missing row or holds an invalid value.
    throw new RestoreError(DAMAGED_MESSAGE, { cause: error });
  }
}

interface Header {
  /** The id of the installation that made the dump; earlier versions did not write it. */
  readonly studio?: unknown;
}

function readHeader(line: Row): Header {
  if (line['format'] !== FORMAT.format || typeof line['version'] !== 'number') throw new RestoreError(DAMAGED_MESSAGE);
  if (line['version'] > FORMAT.version) throw new RestoreError(NEWER_MESSAGE);
  return line;
}

async function fillDatabase(store: Store, path: string): Promise<void> {
  await store.transaction(async (tx) => {
    if ((await tx.$count(schema.teams)) > 0)
      throw new RestoreError('There’s already a workspace here. An archive is imported into an empty one.');
    await tx.delete(schema.templates);
    const loader = new Loader(tx);
    let header: Header | null = null;
    let expectedRows: number | null = null;
    for await (const line of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
      const value = readLine(line);
      if (expectedRows !== null) throw new RestoreError(DAMAGED_MESSAGE);
      if (header === null) header = readHeader(value);
      else if (typeof value['rows'] === 'number' && !('table' in value)) expectedRows = value['rows'];
      else await loader.add(value);
    }
    if ((await loader.finish()) !== expectedRows) throw new RestoreError(DAMAGED_MESSAGE);
    await storeIdentity(tx, header);
  });
}

/** Gives the restored installation its own id and stores whose data it has. */
async function storeIdentity(tx: Db, header: Header | null): Promise<void> {
  const [team] = await tx.select({ id: schema.teams.id }).from(schema.teams).orderBy(schema.teams.id).limit(1);
  if (!team) throw new RestoreError(DAMAGED_MESSAGE);
  const team_id = team.id;
  await tx.insert(schema.settings).values({ team_id, name: INSTALLATION_ID, value: randomUUID() });
  if (typeof header?.studio !== 'string') return;
  const [last] = await tx.select({ id: max(schema.scripts.id) }).from(schema.scripts);
  const value = { studio: header.studio, last_script_id: last?.id ?? 0 } satisfies MovedFrom;
  await tx.insert(schema.settings).values({ team_id, name: MOVED_FROM, value });
}
