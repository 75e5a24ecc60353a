import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { runBackup } from '../../src/commands/backup.ts';
import { readConfig } from '../../src/config/config.ts';
import { runRestore } from '../../src/commands/restore.ts';
import { givenEmptyDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { accepted, givenLedger } from '../ledger/ledger.ts';
import { sealAll } from '../ledger/sealed.ts';

/** Seal key of the tests in a key file; the other keys are not used here. */
export const KEYS = JSON.stringify({ pan: '11'.repeat(32), seal: '66'.repeat(32) });

type Urls = { readonly url: string; readonly ownerUrl: string };
type Opened = Urls & { close(): Promise<void> };

export type Backups = ReturnType<typeof givenBackups>;

/** Folder for a backup, output of backup and restore, and their databases. */
export function givenBackups() {
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-backup-'));
  const file = path.join(folder, 'one.backup');
  const lines: string[] = [];
  const opened: Opened[] = [];
  const say = (line: string) => void lines.push(line);
  const settings = (name: string, urls?: Urls, more: Readonly<Record<string, string>> = {}) =>
    readConfig(
      { ...more, WATTLE_DATA: name, ...(urls && { DATABASE_URL: urls.url, DATABASE_OWNER_URL: urls.ownerUrl }) },
      (place) => path.join(folder, place),
    );
  return {
    folder,
    file,
    lines,
    opened,
    givenKeys(name: string, text = KEYS) {
      mkdirSync(path.join(folder, name), { recursive: true });
      writeFileSync(path.join(folder, name, 'keys.json'), text);
    },
    backup: (urls: Urls, withKeys = true) =>
      runBackup({
        config: settings('source', urls),
        file,
        withKeys,
        now: () => Date.parse('2026-11-20T02:00:00Z'),
        say,
      }),
    restore: (
      urls?: Urls,
      name = 'target',
      holds = true,
      nowMs = Date.parse('2026-11-21T02:00:00Z'),
      more: Readonly<Record<string, string>> = {},
    ) =>
      runRestore({
        config: settings(name, urls, more),
        env: {},
        file,
        holds,
        now: () => nowMs,
        say,
      }),
    async givenEmpty() {
      const database = await givenEmptyDatabase();
      opened.push(database);
      return database;
    },
    /** Two accounts and a payment between them, all sealed. */
    async givenSealedLedger(on?: TestDatabase) {
      const given = await givenLedger(on);
      opened.push(given);
      const [payer, payee] = [await given.givenAccount(1_000n), await given.givenAccount(0n)];
      accepted(
        await given.during((tx) =>
          given.ledger.post(tx, given.transfer({ debit: payer, credit: payee, amount: 300n })),
        ),
      );
      await sealAll(given);
      return { ...given, payer, payee };
    },
    async close() {
      for (const database of opened.toReversed()) await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const LEFT_OUT = "('migration', 'account_seal_mark', 'ledger_seal_mark', 'audit_seal_mark')";

/**
 * Every row of every table in a backup, and the value of each sequence; on one connection, because there are many
 * tables.
 */
export async function everything({ ownerUrl }: Pick<Urls, 'ownerUrl'>): Promise<unknown> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ${LEFT_OUT} ORDER BY 1`,
    );
    const found: Record<string, unknown> = {};
    for (const { name } of tables)
      found[name] = (await client.query(`SELECT to_jsonb(t)::text AS row FROM ${name} t ORDER BY 1`)).rows;
    const { rows: sequences } = await client.query('SELECT sequencename, last_value FROM pg_sequences ORDER BY 1');
    return { found, sequences };
  } finally {
    await client.end();
  }
}
