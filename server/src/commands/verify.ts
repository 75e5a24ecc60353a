import pg from 'pg';
import { PURCHASE_INVARIANTS } from '../features/network/public.ts';
import { SAVINGS_INVARIANTS } from '../features/savings/public.ts';
import { SETTLEMENT_INVARIANTS } from '../features/settlement/public.ts';
import { PAY_TO_INVARIANTS } from '../features/topup/public.ts';
import { WORDS_INVARIANTS } from '../features/transactions/public.ts';
import { ACCOUNT_CHAIN } from '../ledger/account-chain.ts';
import {
  accountsBelowFloor,
  countLedger,
  exportSnapshot,
  INVARIANT_STEPS,
  invariantStep,
  openSnapshot,
} from '../ledger/verify.ts';
import { LEDGER_CHAIN } from '../ledger/ledger-chain.ts';
import { readArriving, withoutTenants } from '../platform/arriving-tenants.ts';
import { AUDIT_CHAIN } from '../platform/sealed-log/audit-chain.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { chainStep, readSealLag } from '../platform/sealed-log/verify-seals.ts';
import type { ChainEnd } from '../platform/sealed-log/verify-seals.ts';
import { runSteps } from '../platform/sealed-log/verify-steps.ts';
import type { Finding, Found, OwnerConnection } from '../platform/sealed-log/verify-steps.ts';

export type Verdict = { readonly ok: boolean };

export type VerifyOptions = {
  /** One line of the report. */
  readonly say: (line: string) => void;
  /** Called with the progress from 0 to 1. */
  readonly onPart?: (done: number) => void;
  /** Called at the end with the number of broken places. */
  readonly onVerdict?: (broken: number) => void;
  /** Verifies the seals. Undefined without the key: then only the sealed contents are compared. */
  readonly seal?: Secrets['seal'] | undefined;
  /** Hashes of chain ends from earlier reports. A truncated or rebuilt chain lacks them. */
  readonly noted?: readonly string[];
};

const CHAINS = [
  {
    chain: ACCOUNT_CHAIN,
    name: "Accounts' chain",
    rule: 'every account is of the tenant, kind, currency and floor that it was opened with',
  },
  {
    chain: LEDGER_CHAIN,
    name: "Ledger's chain",
    rule: 'what was sealed is as it was, no row changed, gone or added, and each seal follows from the one before it',
  },
  {
    chain: AUDIT_CHAIN,
    name: "Audit log's chain",
    rule: 'every line of the audit log is as it was sealed, and each seal follows from the one before it',
  },
];
const NOT_PROVED =
  'The key of the chains is not here (WATTLE_KEY_SEAL): the sealed rows were compared, the seals themselves not.';

/** Checks of references from features to ledger rows that have no foreign key. */
const FEATURE_STEPS = [
  ...PURCHASE_INVARIANTS,
  ...SAVINGS_INVARIANTS,
  ...SETTLEMENT_INVARIANTS,
  ...PAY_TO_INVARIANTS,
  ...WORDS_INVARIANTS,
].map(invariantStep);

/** One per core of a small machine; more would slow down the server. */
const CONNECTIONS = 2;

/**
 * Verifies the ledger and the audit log in one snapshot and reports findings line by line. Uses read-only
 * transactions, so it also works on a read replica.
 */
export async function verify(ownerUrl: string, options: VerifyOptions): Promise<Verdict> {
  const { say, onPart = () => {}, onVerdict = () => {}, seal: check, noted = [] } = options;
  const clients = await connect(ownerUrl);
  const [first] = clients;
  const begunAt = performance.now();
  try {
    const replica = await openSharedSnapshot(clients);
    if (replica !== undefined) say(`A read replica, which has replayed up to ${replica}`);
    const arriving = await readArriving(first);
    for (const tenantId of arriving) say(`Tenant ${tenantId} is arriving: not checked`);
    const [looker, ...lookers] = await Promise.all(clients.map((client) => withoutTenants(client, arriving)));
    if (!looker) throw new Error('there is a connection');
    const ends: ChainEnd[] = [];
    const missing = new Set(noted.map((hash) => hash.toLowerCase()));
    const onSeal = (hash: string) => void missing.delete(hash);
    const onEnd = (end: ChainEnd) => void ends.push(end);
    const chains = CHAINS.map(({ chain, rule }) => chainStep(chain, { rule, check, onEnd, onSeal }));
    const steps = [...chains, ...INVARIANT_STEPS, ...FEATURE_STEPS];
    const found = await runSteps([looker, ...lookers], steps, {
      part: onPart,
      end: ({ step, rule, found: { findings, broken } }) => {
        const places = [...broken.values()].reduce((sum, count) => sum + count, 0);
        const words = places === 0 ? '' : `: broken in ${places === 1 ? '1 place' : `${places} places`}`;
        say(`${places === 0 ? '✓' : '✗'} ${step}/${steps.length} ${rule}${words}`);
        for (const finding of findings) say(`    ✗ ${describe(finding)}`);
      },
    });
    let late = 0;
    let lines = 0n;
    for (const { chain, name } of CHAINS) {
      const { waiting, found: lag } = await readSealLag(first, chain);
      for (const finding of lag.findings) say(`    ✗ ${describe(finding)}`);
      late += lag.findings.length;
      const own = ends.filter((end) => end.chain === chain);
      for (const { tenantId, seq, hash } of own) say(`${name} of tenant ${tenantId}: ends with seal ${seq}, ${hash}`);
      const sealed = BigInt(own.reduce((sum, end) => sum + end.rows, 0));
      say(`${name}: ${sealed} ${chain.ranges[0]?.name} sealed, ${waiting} waiting for the sealer`);
      const letGo = BigInt(own.reduce((sum, end) => sum + end.letGo, 0));
      if (letGo > 0n)
        say(`${name}: ${letGo} of them were let go with their year, after it was kept as long as the law says`);
      if (chain === AUDIT_CHAIN) lines = sealed + waiting - letGo;
    }
    for (const hash of missing) say(`    ✗ seal-noted: ${hash}: no chain has this seal: it was cut or made anew`);
    const counts = await countLedger(looker);
    const { accounts, transfers, entries, holds, holdEvents } = counts;
    say(`Ledger: ${accounts} accounts, ${transfers} transfers, ${entries} entries, ${holds} holds`);
    if (check === undefined && ends.length > 0) say(NOT_PROVED);
    sayBelowFloor(say, await accountsBelowFloor(looker));
    const rows = accounts + transfers + entries + holds + holdEvents + lines;
    say(speed(rows, (performance.now() - begunAt) / 1000));
    const ok = found.broken.size === 0 && late === 0 && missing.size === 0;
    onVerdict([...found.broken.values()].reduce((sum, count) => sum + count, late + missing.size));
    say(ok ? 'Everything holds.' : 'BROKEN: see the lines marked ✗.');
    return { ok };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** Fault of the chains of one tenant, or undefined. Without the key only the sealed rows are compared. */
export async function faultOfChains(
  connection: OwnerConnection,
  tenantId: number,
  check: Secrets['seal'] | undefined,
): Promise<string | undefined> {
  await openSnapshot(connection);
  try {
    for (const { chain, rule } of CHAINS) {
      const step = chainStep(chain, { rule, check, onEnd: () => {}, tenantId });
      const [finding] = (await step.run(connection, () => {})).findings;
      if (finding) return describe(finding);
    }
    return undefined;
  } finally {
    await connection.query('ROLLBACK');
  }
}

type Clients = readonly [pg.Client, ...pg.Client[]];

async function connect(ownerUrl: string): Promise<Clients> {
  const open = () =>
    new pg.Client({
      connectionString: ownerUrl,
      application_name: 'wattle-verify',
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

/** Opens a shared snapshot on all clients. Returns the replay time of a replica, undefined for a primary. */
async function openSharedSnapshot([first, ...others]: Clients): Promise<string | undefined> {
  await openSnapshot(first);
  const { name, replayedUpTo } = await exportSnapshot(first);
  for (const client of others) await openSnapshot(client, name);
  return replayedUpTo;
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
