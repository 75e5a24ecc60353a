import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../platform/database/database.ts';

export type FeeAccount = {
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  /** Language of its holder, or the default. */
  readonly language: Language;
};

const FIND = `
SELECT a.id AS member_account_id, a.ledger_account_id, coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language
FROM member_account a
LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
WHERE a.tenant_id = $1 AND a.account_number = $2 AND NOT a.is_closed`;

/** Open account with this number. */
export function findFeeAccount(tx: Tx, tenantId: number, accountNumber: string): Promise<FeeAccount | undefined> {
  return tx.first(FIND, [tenantId, accountNumber]);
}

const LANGUAGE = `
SELECT coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language
FROM member_account a
LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
WHERE a.tenant_id = $1 AND a.id = $2`;

/** Language of the holder of an account, or English. */
export async function readFeeLanguage(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<Language> {
  return (await tx.first<{ language: Language }>(LANGUAGE, [tenantId, memberAccountId]))?.language ?? DEFAULT_LANGUAGE;
}
