import type { ErrorName } from '@wattle/contract/errors.ts';
import type { Cents } from '../../platform/money.ts';
import type { Restriction, Retention, MoneyOutRules, Within } from './kind.ts';

/** Cents that must stay on an account, and the retention that requires it. */
export type Kept = { readonly cents: Cents; readonly retention: Retention };

/** First restriction on outgoing payments for each restricted account of the given ones. */
export async function readBlocked(
  within: Within,
  restrictions: readonly Restriction[],
  payers: readonly bigint[],
): Promise<Map<bigint, Restriction>> {
  const blocked = new Map<bigint, Restriction>();
  if (payers.length === 0) return blocked;
  const found = await Promise.all(restrictions.map((restriction) => restriction.read(within, payers)));
  for (const [index, restriction] of restrictions.entries()) {
    for (const account of found[index] ?? []) if (!blocked.has(account)) blocked.set(account, restriction);
  }
  return blocked;
}

/** Cents that must stay on each of the accounts: the highest of all retentions. */
export async function readKept(
  within: Within,
  retentions: readonly Retention[],
  payers: readonly bigint[],
): Promise<Map<bigint, Kept>> {
  const kept = new Map<bigint, Kept>();
  if (payers.length === 0) return kept;
  const found = await Promise.all(retentions.map((retention) => retention.read(within, payers)));
  for (const [index, retention] of retentions.entries()) {
    for (const [account, cents] of found[index] ?? []) {
      if (cents > (kept.get(account)?.cents ?? 0n)) kept.set(account, { cents, retention });
    }
  }
  return kept;
}

/** Whether less than the required amount would be left. */
export function staysShort(kept: Pick<Kept, 'cents'>, left: Cents): boolean {
  return left < kept.cents;
}

/** Refusal of paying out the whole balance of an account to outside of the programme; undefined: none. */
export async function readRefusalOfAll(
  within: Within,
  { blocksMoneyOut, keepsMoneyIn }: MoneyOutRules,
  memberAccountId: bigint,
): Promise<ErrorName | undefined> {
  const [blocked, kept] = await Promise.all([
    readBlocked(within, blocksMoneyOut, [memberAccountId]),
    readKept(within, keepsMoneyIn, [memberAccountId]),
  ]);
  const restriction = blocked.get(memberAccountId);
  if (restriction) return restriction.refusal;
  const retention = kept.get(memberAccountId);
  return retention && staysShort(retention, 0n) ? retention.retention.refusal : undefined;
}
