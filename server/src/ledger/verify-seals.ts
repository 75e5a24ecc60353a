import type { Secrets } from '../platform/secrets.ts';
import { BEFORE_ALL, FIRST_PREVIOUS, sealedBytes } from './seal.ts';
import type { Seal } from './seal.ts';
import { contentOf, SEAL_FORMAT } from './seal-content.ts';
import type { SealedPart } from './seal-content.ts';
import { openFindings, stream } from './verify-steps.ts';
import type { Finding, Found, OwnerConnection, Step } from './verify-steps.ts';

/** The end of a tenant's chain: noted elsewhere, it shows whether the chain was cut or made anew. */
export type ChainEnd = { readonly tenantId: number; readonly seq: bigint; readonly hash: string };

/** Without the key, what the seals cover is compared and the chain itself is not. */
type SealCheck = Secrets['ledgerSeal'] | undefined;

const SEALS_A_FETCH = 50;
/** The sealer passes every few seconds; a mark that is this much older than the record is not sealed in time. */
const LAG_LIMIT = '5 minutes';

const FOLLOWED = ['transfers_to', 'holds_to', 'hold_events_to']
  .map((to) => `lag(${to}, 1, ${BEFORE_ALL}) OVER chain AS ${to.replace('_to', '_from')}`)
  .join(', ');

const SEALS = `
SELECT s.*, to_char(s.sealed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS sealed_at,
       found.transfers AS found_transfers, found.entries AS found_entries, found.holds AS found_holds,
       found.hold_events AS found_hold_events, found.content AS found_content
FROM (SELECT *, ${FOLLOWED} FROM ledger_seal WINDOW chain AS (PARTITION BY tenant_id ORDER BY seq)) AS s
CROSS JOIN LATERAL (${contentOf({
  tenantId: 's.tenant_id',
  transfers: { from: 's.transfers_from', to: 's.transfers_to' },
  holds: { from: 's.holds_from', to: 's.holds_to' },
  holdEvents: { from: 's.hold_events_from', to: 's.hold_events_to' },
})}) AS found
ORDER BY s.tenant_id, s.seq`;

/**
 * Follows every tenant's chain from its first seal and compares what each covers with what is there
 * now: `seal-chain`, `seal-content`. Tells `onEnd` where each chain ends.
 */
export function sealStep(check: SealCheck, onEnd: (end: ChainEnd) => void): Step {
  return {
    rule: 'what was sealed is as it was, no row changed, gone or added, and each seal follows from the one before it',
    async run(connection, onPart) {
      const found = openFindings();
      const total = Number((await connection.query('SELECT count(*) AS n FROM ledger_seal')).rows[0]?.['n']);
      let done = 0;
      let end: ChainEnd | undefined;
      let previous = FIRST_PREVIOUS;
      let expected = 1n;
      await stream(connection, SEALS, SEALS_A_FETCH, (row) => {
        const seal = toSeal(row);
        if (seal.tenant_id !== end?.tenantId) {
          if (end) onEnd(end);
          [previous, expected] = [FIRST_PREVIOUS, 1n];
        }
        const where = `tenant ${seal.tenant_id}, seal ${seal.seq}`;
        const broken = chainFault(seal, { previous, expected, check });
        if (broken !== undefined) found.add({ invariant: 'seal-chain', where, detail: broken });
        else for (const fault of contentFaults(seal, row)) found.add({ ...fault, where: `${where}, ${fault.where}` });
        previous = seal.hash;
        expected = seal.seq + 1n;
        end = { tenantId: seal.tenant_id, seq: seal.seq, hash: seal.hash.toString('hex') };
        done += 1;
        onPart(done / total);
      });
      if (end) onEnd(end);
      return found;
    },
  };
}

type StoredSeal = Seal & { readonly hash: Buffer; readonly key_version: number };

/** A connection may give a bigint as text. */
function toSeal(row: Record<string, unknown>): StoredSeal {
  const big = (name: string) => BigInt(String(row[name]));
  return {
    ...(row as StoredSeal),
    seq: big('seq'),
    transfers_to: big('transfers_to'),
    holds_to: big('holds_to'),
    hold_events_to: big('hold_events_to'),
  };
}

function chainFault(
  seal: StoredSeal,
  { previous, expected, check }: { previous: Buffer; expected: bigint; check: SealCheck },
): string | undefined {
  if (seal.seq !== expected) return `follows a gap, ${expected} is missing`;
  if (seal.format !== SEAL_FORMAT) return `has format ${seal.format}, which this version does not know`;
  if (!check) return undefined;
  try {
    const { hash } = check(sealedBytes(previous, seal), seal.key_version);
    return hash.equals(seal.hash) ? undefined : 'was changed, or does not follow the one before it, or has another key';
  } catch {
    return `was made with version ${seal.key_version} of the key, which is not here`;
  }
}

/** The parts in the order of their digests, and the ids by whose range they are covered. */
const PARTS: readonly { readonly part: SealedPart; readonly by: 'transfers' | 'holds' | 'hold_events' }[] = [
  { part: 'transfers', by: 'transfers' },
  { part: 'entries', by: 'transfers' },
  { part: 'holds', by: 'holds' },
  { part: 'hold_events', by: 'hold_events' },
];
const DIGEST_BYTES = 32;

function contentFaults(seal: StoredSeal, row: Record<string, unknown>): Finding[] {
  const now = row['found_content'] as Buffer;
  return PARTS.flatMap(({ part, by }, index) => {
    const words = part.replace('_', ' ');
    const count = Number(row[`found_${part}`]);
    const bytes = (content: Buffer) => content.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES);
    if (count === seal[part] && bytes(now).equals(bytes(seal.content))) return [];
    const from = BigInt(String(row[`${by}_from`]));
    const where = `${by.replace('_', ' ')} after ${from === BEFORE_ALL ? 0n : from} up to ${seal[`${by}_to`]}`;
    const detail =
      count === seal[part]
        ? `${words} were changed after they had been sealed`
        : `${seal[part]} ${words} were sealed, ${count} are there`;
    return [{ invariant: 'seal-content', where, detail }];
  });
}

/** How far the sealer is behind. */
export type SealLag = { readonly transfers: bigint; readonly found: Found };

const LAG = `
SELECT t.id AS tenant_id, waiting.transfers, mark.noted_at,
       coalesce(waiting.transfers > 0 AND mark.transfers_to > sealed.up_to
                AND mark.noted_at < (SELECT max(at) FROM audit_log a WHERE a.tenant_id = t.id) - interval '${LAG_LIMIT}',
                false) AS is_late
FROM tenant t
LEFT JOIN ledger_seal_mark mark ON mark.tenant_id = t.id
CROSS JOIN LATERAL (SELECT coalesce(max(transfers_to), ${BEFORE_ALL}) AS up_to
                    FROM ledger_seal WHERE tenant_id = t.id) AS sealed
CROSS JOIN LATERAL (SELECT count(*) AS transfers FROM transfer WHERE tenant_id = t.id AND id > sealed.up_to) AS waiting
ORDER BY t.id`;

/** `seal-lag`: the record has gone on for minutes, and what the sealer saw before is not sealed. */
export async function readSealLag(connection: OwnerConnection): Promise<SealLag> {
  const found = openFindings();
  let transfers = 0n;
  for (const row of (await connection.query(LAG)).rows) {
    transfers += BigInt(String(row['transfers']));
    if (row['is_late'] !== true) continue;
    const detail = `${String(row['transfers'])} transfers wait for their seal since ${String(row['noted_at'])}`;
    found.add({ invariant: 'seal-lag', where: `tenant ${String(row['tenant_id'])}`, detail });
  }
  return { transfers, found };
}
