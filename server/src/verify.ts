import pg from 'pg';
import { verifyLedger } from './ledger/verify.ts';
import type { Finding } from './ledger/verify.ts';
import { verifyAudit } from './platform/verify-audit.ts';
import type { AuditFindings } from './platform/verify-audit.ts';

export type Verdict = { readonly ok: boolean };

const READ_ONLY_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** Checks the books and the record of a database, and says line by line what it finds. */
export async function verify(ownerUrl: string, say: (line: string) => void): Promise<Verdict> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'wattle-verify',
    // The checks of the record read bigints as such.
    types: { getTypeParser: (oid, format) => (oid === 20 ? BigInt : pg.types.getTypeParser(oid, format)) },
    options: '-c timezone=UTC',
  });
  await client.connect();
  try {
    say('Ledger');
    const ledger = await verifyLedger(client, ({ step, steps, rule, broken }) =>
      say(
        `  ${broken === 0 ? '✓' : '✗'} ${step}/${steps} ${rule}${broken === 0 ? '' : `: broken in ${broken} places`}`,
      ),
    );
    for (const finding of ledger.findings) say(`    ✗ ${describe(finding)}`);
    const { accounts, transfers, entries, holds } = ledger.counts;
    say(`  ${accounts} accounts, ${transfers} transfers, ${entries} entries, ${holds} holds`);
    if (ledger.belowFloorCount > 0) {
      say(`  ${ledger.belowFloorCount} accounts are under their floor by forced postings:`);
      for (const finding of ledger.belowFloor) say(`    ${describe(finding)}`);
    }
    const audit = await readAudit(client);
    say('Audit log');
    for (const fault of audit.faults) say(`  ✗ ${fault}`);
    if (audit.faults.length === 0) say('  ✓ every line follows from the one before it');
    say(`  ${audit.sealed} lines sealed, ${audit.unsealed} waiting for the sealer`);
    const ok = ledger.ok && audit.faults.length === 0;
    say(ok ? 'Everything holds.' : 'BROKEN: see the lines marked ✗.');
    return { ok };
  } finally {
    await client.end();
  }
}

function describe({ invariant, where, detail }: Finding): string {
  return `${invariant}: ${where}: ${detail}`;
}

async function readAudit(client: pg.Client): Promise<AuditFindings> {
  const read = async (sql: string, values: readonly unknown[] = []) => client.query(sql, [...values]);
  await client.query(READ_ONLY_SNAPSHOT);
  try {
    return await verifyAudit({
      query: async <Row>(sql: string, values?: readonly unknown[]) => (await read(sql, values)).rows as Row[],
      first: async <Row>(sql: string, values?: readonly unknown[]) =>
        (await read(sql, values)).rows[0] as Row | undefined,
    });
  } finally {
    await client.query('ROLLBACK');
  }
}
