import type { Tx } from '../../platform/database/database.ts';
import type { Early } from './purchase-course.domain.ts';

const CLEARINGS = `
SELECT n.original, t.amount, n.is_final, t.debit_account_id
FROM network_message n
JOIN transfer t ON t.tenant_id = n.tenant_id AND t.id = n.transfer_id
WHERE n.tenant_id = $1 AND n.original = ANY ($2::text[]) AND n.kind = 'clearing' AND n.authorisation_id IS NULL`;

type ClearingRow = {
  readonly original: string;
  readonly amount: bigint;
  readonly is_final: boolean | null;
  readonly debit_account_id: bigint;
};

const REVERSALS = 'SELECT original, keep FROM early_reversals_of($1)';

/** Finds follow-ups that came before their authorisation. */
export type EarlyOf = (purchase: { readonly reference: string; readonly ledgerAccountId: bigint }) => Early | undefined;

/**
 * Clearings and reversals that named these references before their purchase arrived. The references must be locked. A
 * clearing counts for a purchase of the account that it debited.
 */
export async function readEarly(tx: Tx, tenantId: number, references: readonly string[]): Promise<EarlyOf> {
  const [clearings, reversals] = await Promise.all([
    tx.query<ClearingRow>(CLEARINGS, [tenantId, references]),
    tx.query<{ original: string; keep: bigint }>(REVERSALS, [references]),
  ]);
  return ({ reference, ledgerAccountId }) => {
    const keep = reversals.find(({ original }) => original === reference)?.keep;
    const own = clearings.filter((row) => row.original === reference && row.debit_account_id === ledgerAccountId);
    if (keep === undefined && own.length === 0) return undefined;
    return { keep, clearings: own.map(({ amount, is_final }) => ({ amount, isFinal: is_final ?? undefined })) };
  };
}

/** Deletes reversals older than a moment, whose purchase never arrived or arrived long ago. Returns their number. */
export async function tidyEarlyReversals(tx: Tx, before: number, most: number): Promise<number> {
  const row = await tx.first<{ gone: number }>('SELECT tidy_early_reversals($1, $2) AS gone', [new Date(before), most]);
  return row?.gone ?? 0;
}

const KEEP = 'SELECT original, keep, approval_code FROM keep_early_reversal($1, $2, $3, $4, $5)';

export type EarlyReversal = { readonly original: string; readonly keep: bigint; readonly approval_code: string };

/** Stores a reversal that came before its authorisation. A repeat gets the stored one. */
export async function keepEarlyReversal(
  tx: Tx,
  reference: string,
  { original, keep, approval_code }: EarlyReversal,
  at: number,
): Promise<EarlyReversal> {
  const kept = await tx.first<EarlyReversal>(KEEP, [reference, original, keep, approval_code, new Date(at)]);
  if (!kept) throw new Error('a reversal was not kept');
  return kept;
}

const KEPT = 'SELECT original, keep, approval_code FROM early_reversal_of($1)';

/** Stored early reversal by its own reference. */
export function findEarlyReversal(tx: Tx, reference: string): Promise<EarlyReversal | undefined> {
  return tx.first(KEPT, [reference]);
}
