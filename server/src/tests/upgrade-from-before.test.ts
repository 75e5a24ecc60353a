import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { everything } from '../../test-support/processes/backups.ts';
import { ask } from '../../test-support/processes/server-process.ts';
import { migrate } from '../platform/database/migrate.ts';
import { readBackupHeader, restoreAsMade } from '../platform/backup/restore.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { verify } from '../commands/verify.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** The document's commands need pg_dump, which the bundled PostgreSQL does not have. */
const DEBIAN_15 = '/usr/lib/postgresql/15/bin';
const LIMIT_MS = 120_000;

let folder: string;
let postgres: EmbeddedPostgres;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-load-'));
}, LIMIT_MS);
afterEach(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}, LIMIT_MS);

/** The commands of docs/upgrades.md. */
function commands(): string {
  const text = readFileSync(path.join(ROOT, 'docs/upgrades.md'), 'utf8');
  return /```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
}

/** Takes away what came after 0107-money-at-processors: webhooks, settlements of processors, refunds that came back. */
const TABLES_OF_0107 = `
  DROP TABLE book_settlement, webhook_attempt, webhook_delivery, webhook_endpoint, webhook_event CASCADE;
  DROP FUNCTION note_card_webhooks, note_account_webhooks, note_dispute_webhooks, note_person_webhooks,
    note_statement_webhooks CASCADE;
  ALTER TABLE book_statement DROP COLUMN connection_id;
  ALTER TABLE gateway_refund DROP CONSTRAINT gateway_refund_state_check,
    DROP COLUMN came_back_transfer_id;
  ALTER TABLE gateway_refund ADD CONSTRAINT gateway_refund_state_check
    CHECK (state IN ('Asked', 'Pending', 'Done', 'Failed', 'Stopped', 'Paid'));
  ALTER TABLE processor_card DROP COLUMN is_make_sent`;

/** Makes the tables of 0.2.0 those of before it, which had no card processors either. */
const TABLES_BEFORE = `${TABLES_OF_0107};
  DROP TABLE processor_balance, processor_card, processor_delivery, processor_dispute, processor_event, processor_hour,
    processor_purchase, processor_stranger, processor_waiting, processor_word, told_case,
    limit_decline, merchant_credit_undone, pending_refund, posted_part, purchase_ending, purchase_event, purchase_fact
    CASCADE;
  DROP FUNCTION note_status_for_processor CASCADE;
  ALTER TABLE card DROP CONSTRAINT card_last4_check, DROP CONSTRAINT card_number_held, DROP COLUMN connection_id;
  ALTER TABLE card ADD CONSTRAINT card_last4_check CHECK (last4 ~ '^[0-9]{4}$'),
    ALTER COLUMN pan_cipher SET NOT NULL, ALTER COLUMN pan_key_version SET NOT NULL,
    ALTER COLUMN pan_hash SET NOT NULL, ALTER COLUMN pan_hash_key_version SET NOT NULL;
  DROP TABLE processor_connection;
  ALTER TABLE authorisation ALTER COLUMN merchant_country SET NOT NULL;
  ALTER TABLE network_message DROP CONSTRAINT network_message_kind_check;
  ALTER TABLE network_message ADD CONSTRAINT network_message_kind_check
    CHECK (kind IN ('authorisation', 'advice', 'clearing', 'reversal', 'refund'));
  ALTER TABLE early_reversal DROP COLUMN kind CASCADE, DROP COLUMN place CASCADE, DROP COLUMN is_too_late CASCADE`;

/** A connection that is off, its balance, and a card that its processor was to make. */
const AT_A_PROCESSOR = `
  WITH added AS (
    INSERT INTO processor_connection
      (tenant_id, public_id, kind, name, settings, is_on, made_at, made_by, changed_at, changed_by)
    SELECT tenant_id, gen_random_uuid(), 'stripe', 'Stripe', '{}', false, now(), 'Test', now(), 'Test'
      FROM card ORDER BY id LIMIT 1
    RETURNING tenant_id, id),
  said AS (
    INSERT INTO processor_balance (tenant_id, connection_id, cents, at) SELECT tenant_id, id, 1234, now() FROM added)
  INSERT INTO processor_card (tenant_id, connection_id, card_id, asked_at)
  SELECT added.tenant_id, added.id, (SELECT min(c.id) FROM card c WHERE c.tenant_id = added.tenant_id), now() FROM added`;

type Start = {
  readonly newest: string;
  /** Rows that it has besides the demo, which has no processor. */
  readonly more: readonly string[];
  readonly tables: string;
  readonly migrations: readonly string[];
};

/** Newest migrations that the document names for the old database. */
const STARTS: readonly Start[] = [
  {
    newest: '0350-tax-numbers-in-clear',
    more: [],
    tables: TABLES_BEFORE,
    migrations: [
      "UPDATE migration SET name = '0022-instance' WHERE name = '0022-desk'",
      "DELETE FROM migration WHERE name IN ('0023-processors', '0024-webhooks', '0025-instance')",
    ],
  },
  {
    newest: '0107-money-at-processors',
    more: [AT_A_PROCESSOR],
    tables: TABLES_OF_0107,
    migrations: [
      "DELETE FROM migration WHERE name = '0024-webhooks'",
      "UPDATE migration SET name = '0024-instance' WHERE name = '0025-instance'",
    ],
  },
];

/** For programs that know no address with the folder of a socket in it but this one. */
const onDatabase = (url: string, name: string) => url.replace(/@\/[^?]*/, `@/${name}`);

it.skipIf(!existsSync(DEBIAN_15)).each(STARTS)(
  'the rows of a database that ends with $newest come into a new one by the commands of the document, and verify',
  async ({ newest, more, tables, migrations }) => {
    postgres = await startEmbeddedPostgres({ folder, binaries: DEBIAN_15, isThrowAway: true });
    const [older, newer] = [onDatabase(postgres.ownerUrl, 'older'), onDatabase(postgres.ownerUrl, 'newer')];
    for (const name of ['older', 'newer']) await ask(postgres.ownerUrl, `CREATE DATABASE ${name} TEMPLATE template0`);
    const file = path.join(ROOT, 'server/test-support/before-0.2.0.backup');
    const header = await readBackupHeader(file);
    await restoreAsMade({ ownerUrl: older, file, header, mode: 'sandbox', report: () => {}, beforeRows: () => {} });
    await ask(older, 'DROP TABLE restore_under_way');
    // Years that a new database has no part of.
    await ask(older, 'SELECT make_audit_part(2031), make_statement_part(2031)');
    for (const sql of more) await ask(older, sql);
    // What is taken away is empty or a default, and comes back as that.
    const rows = await everything({ ownerUrl: older });
    for (const sql of [tables, ...migrations]) await ask(older, sql);
    await ask(older, `INSERT INTO migration (name, sha256) VALUES ('${newest}', '99')`);
    await expect(migrate(older)).rejects.toThrow(newest);

    execFileSync('bash', ['-c', commands()], {
      cwd: ROOT,
      env: { PATH: `${DEBIAN_15}:${process.env['PATH']}`, OLD: older, NEW: newer },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    expect(await everything({ ownerUrl: newer })).toEqual(rows);
    // A start carries it on to this version.
    await migrate(newer);
    expect(await verify(newer, { say: () => {} })).toEqual({ ok: true });
    await canReadAsApplication(newer);
  },
  LIMIT_MS,
);

/** The group of the application may read which migrations were applied. */
async function canReadAsApplication(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET ROLE wattle_app');
    expect((await client.query('SELECT FROM migration')).rowCount).toBeGreaterThan(0);
  } finally {
    await client.end();
  }
}
