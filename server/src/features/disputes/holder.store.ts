import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../platform/database/database.ts';
import { seesAccount } from '../card-facts/public.ts';
import type { DisputeRow } from './dispute.store.ts';

type Named = Pick<DisputeRow, 'tenant_id' | 'holder_id'>;

/** Language of the person who opened a dispute. */
export async function readHolderLanguage(tx: Tx, { tenant_id, holder_id }: Named): Promise<Language> {
  const row = await tx.first<{ language: Language }>('SELECT language FROM holder WHERE tenant_id = $1 AND id = $2', [
    tenant_id,
    holder_id,
  ]);
  return row?.language ?? DEFAULT_LANGUAGE;
}

export type Reached = { readonly id: bigint; readonly email: string; readonly language: Language };

const REACHED = `
SELECT h.id, h.email, h.language FROM member_account a
  JOIN holder h ON h.tenant_id = a.tenant_id AND h.id IN (a.primary_holder_id, $3)
 WHERE a.tenant_id = $1 AND a.id = $2 AND h.died_on IS NULL AND h.email <> '' AND ${seesAccount('a', 'h.id', '$4')}
 ORDER BY h.id`;

/**
 * People to notify about a dispute: the one who opened it, and the primary holder of the account. Deceased people are
 * left out.
 */
export function listReached(
  tx: Tx,
  dispute: Named & Pick<DisputeRow, 'member_account_id'>,
  month: string,
): Promise<Reached[]> {
  return tx.query(REACHED, [dispute.tenant_id, dispute.member_account_id, dispute.holder_id, month]);
}
