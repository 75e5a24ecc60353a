import type { Tx } from '../../../platform/database/database.ts';

/**
 * End of a purchase as its processor reports it. `tooLate`: our approval came after the deadline, and the shop
 * was declined. `expired`: no longer held, and may still be charged. `elsewhere`: declined without us, with its word.
 */
export type Ending = 'tooLate' | 'expired' | 'elsewhere';

const ADD = `
INSERT INTO purchase_ending (tenant_id, authorisation_id, member_account_id, kind, word, at)
VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tenant_id, authorisation_id, kind) DO NOTHING`;

const WORD_MAXIMUM = 100;

/** Keeps it once. A word of a processor is cut to 100 characters. */
export function addEnding(
  tx: Tx,
  tenantId: number,
  purchase: { readonly authorisationId: bigint; readonly memberAccountId: bigint },
  { kind, word, atMs }: { readonly kind: Ending; readonly word?: string | undefined; readonly atMs: number },
): void {
  const kept = word?.slice(0, WORD_MAXIMUM);
  tx.later(ADD, [
    tenantId,
    purchase.authorisationId,
    purchase.memberAccountId,
    kind,
    kept === undefined || kept === '' ? null : kept,
    new Date(atMs),
  ]);
}
