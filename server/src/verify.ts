import pg from 'pg';
import { accountsBelowFloor, countLedger, exportSnapshot, INVARIANT_STEPS, openSnapshot } from './ledger/verify.ts';
import { readSealLag, sealStep } from './ledger/verify-seals.ts';
import type { ChainEnd } from './ledger/verify-seals.ts';
import { openFindings, runSteps } from './ledger/verify-steps.ts';
import type { Finding, Found, Step } from './ledger/verify-steps.ts';
import type { Secrets } from './platform/secrets.ts';
import { verifyAudit } from './platform/verify-audit.ts';
import type { AuditFindings } from './platform/verify-audit.ts';

export type Verdict = { readonly ok: boolean };

export type VerifyOptions = {
  /** One line of the report. */
  readonly say: (line: string) => void;
  /** How much is done, between 0 and 1, for a bar. */
  readonly onPart?: (done: number) => void;
  /** Checks the seals; undefined: the key is not here, and what they cover is compared alone. */
  readonly ledgerSeal?: Secrets['ledgerSeal'] | undefined;
};

/** One for each core of a small machine: more would take them from the server. */
const CONNECTIONS = 2;

/**
 * Checks the books and the record of a database in one snapshot, and says line by line what it
 * finds. It only reads, in transactions that can do nothing else: on a read replica as well.
 */
export async function verify(ownerUrl: string, options: VerifyOptions): Promise<Verdict> {
  const { say, onPart = () => {}, ledgerSeal } = options;
  const clients = await connect(ownerUrl);
  const [first] = clients;
  const begunAt = performance.now();
  try {
    const replica = await openSharedSnapshot(clients);
    if (replica !== undefined) say(`A read replica, which has replayed up to ${replica}`);
    const ends: ChainEnd[] = [];
    const record = auditStep();
    const steps = [sealStep(ledgerSeal, (end) => ends.push(end)), record.step, ...INVARIANT_STEPS];
    const found = await runSteps(clients, steps, {
      part: onPart,
      end: ({ step, rule, found: { findings, broken } }) => {
        const places = [...broken.values()].reduce((sum, count) => sum + count, 0);
        const words = places === 0 ? '' : `: broken in ${places === 1 ? '1 place' : `${places} places`}`;
        say(`${places === 0 ? '✓' : '✗'} ${step}/${steps.length} ${rule}${words}`);
        for (const finding of findings) say(`    ✗ ${describe(finding)}`);
      },
    });
    const lag = await readSealLag(first);
    for (const finding of lag.found.findings) say(`    ✗ ${describe(finding)}`);
    const counts = await countLedger(first);
    const { accounts, transfers, entries, holds, holdEvents } = counts;
    say(`Ledger: ${accounts} accounts, ${transfers} transfers, ${entries} entries, ${holds} holds`);
    sayChains(say, ends, lag.transfers, ledgerSeal !== undefined);
    say(`Audit log: ${record.sealed()} lines sealed, ${record.unsealed()} waiting for the sealer`);
    sayBelowFloor(say, await accountsBelowFloor(first));
    const rows = accounts + transfers + entries + holds + holdEvents + BigInt(record.sealed() + record.unsealed());
    say(speed(rows, (performance.now() - begunAt) / 1000));
    const ok = found.broken.size === 0 && lag.found.broken.size === 0;
    say(ok ? 'Everything holds.' : 'BROKEN: see the lines marked ✗.');
    return { ok };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

type Clients = readonly [pg.Client, ...pg.Client[]];

async function connect(ownerUrl: string): Promise<Clients> {
  const open = () =>
    new pg.Client({
      connectionString: ownerUrl,
      application_name: 'wattle-verify',
      // The checks of the record read bigints as such, and times as the text that they are.
      types: {
        getTypeParser: (oid, format) =>
          oid === 20 ? BigInt : oid === 1184 ? (text: string) => text : pg.types.getTypeParser(oid, format),
      },
      options: '-c timezone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
    });
  const clients: [pg.Client, ...pg.Client[]] = [open(), ...Array.from({ length: CONNECTIONS - 1 }, open)];
  try {
    for (const client of clients) await client.connect();
  } catch (error) {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
    throw error;
  }
  return clients;
}

/** All see the same. Answers up to when a replica has replayed, undefined for a primary. */
async function openSharedSnapshot([first, ...others]: Clients): Promise<string | undefined> {
  await openSnapshot(first);
  const { name, replayedUpTo } = await exportSnapshot(first);
  for (const client of others) await openSnapshot(client, name);
  return replayedUpTo;
}

/** The chain of the record, in the snapshot of the others. */
function auditStep(): { readonly step: Step; sealed(): number; unsealed(): number } {
  let read: AuditFindings | undefined;
  return {
    sealed: () => read?.sealed ?? 0,
    unsealed: () => read?.unsealed ?? 0,
    step: {
      rule: 'every line of the audit log is as it was, and follows from the one before it',
      async run(connection) {
        const client = connection as pg.Client;
        const rows = async (sql: string, values: readonly unknown[] = []) =>
          (await client.query(sql, [...values])).rows;
        read = await verifyAudit({
          query: async <Row>(sql: string, values?: readonly unknown[]) => (await rows(sql, values)) as Row[],
          first: async <Row>(sql: string, values?: readonly unknown[]) =>
            (await rows(sql, values))[0] as Row | undefined,
        });
        const found = openFindings();
        for (const fault of read.faults) found.add(fault);
        return found;
      },
    },
  };
}

function sayChains(say: VerifyOptions['say'], ends: readonly ChainEnd[], waiting: bigint, isProved: boolean): void {
  for (const { tenantId, seq, hash } of ends)
    say(`Ledger's chain of tenant ${tenantId}: ends with seal ${seq}, ${hash}`);
  say(`${waiting} transfers wait for their seal`);
  if (!isProved && ends.length > 0) {
    say('The key of the chain is not here (WATTLE_KEY_SEAL): the sealed rows were compared, the seals themselves not.');
  }
}

function sayBelowFloor(say: VerifyOptions['say'], { findings, broken }: Found): void {
  const count = broken.get('below-floor') ?? 0;
  if (count === 0) return;
  say(`${count} accounts are under their floor by forced postings:`);
  for (const { where, detail } of findings) say(`    ${where}: ${detail}`);
}

function speed(rows: bigint, seconds: number): string {
  const rate = Math.round(Number(rows) / Math.max(seconds, 0.001));
  return `${rows} rows in ${seconds.toFixed(1)} s, ${rate} rows a second`;
}

function describe({ invariant, where, detail }: Finding): string {
  return `${invariant}: ${where}: ${detail}`;
}
