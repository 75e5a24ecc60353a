import type { ErrorName } from '@wattle/contract/errors.ts';
import type { Cents } from '../../platform/money.ts';
import type { Restriction, Retention, MoneyOutRules, PaymentTransaction } from './kind.ts';

/** Cents that must stay on an account, and the retention that requires it. */
export type RetainedAmount = { readonly cents: Cents; readonly retention: Retention };

/** First restriction on outgoing payments for each restricted account of the given ones. */
export async function readRestricted(
  within: PaymentTransaction,
  restrictions: readonly Restriction[],
  payers: readonly bigint[],
): Promise<Map<bigint, Restriction>> {
  const restricted = new Map<bigint, Restriction>();
  if (payers.length === 0) return restricted;
  const found = await Promise.all(restrictions.map((restriction) => restriction.read(within, payers)));
  for (const [index, restriction] of restrictions.entries()) {
    for (const account of found[index] ?? []) if (!restricted.has(account)) restricted.set(account, restriction);
  }
  return restricted;
}

/** Cents that must stay on each of the accounts: the highest of all retentions. */
export async function readRetained(
  within: PaymentTransaction,
  retentions: readonly Retention[],
  payers: readonly bigint[],
): Promise<Map<bigint, RetainedAmount>> {
  const retained = new Map<bigint, RetainedAmount>();
  if (payers.length === 0) return retained;
  const found = await Promise.all(retentions.map((retention) => retention.read(within, payers)));
  for (const [index, retention] of retentions.entries()) {
    for (const [account, cents] of found[index] ?? []) {
      if (cents > (retained.get(account)?.cents ?? 0n)) retained.set(account, { cents, retention });
    }
  }
  return retained;
}

/** Whether less than the required amount would be left. */
export function isBelowRetained(retained: Pick<RetainedAmount, 'cents'>, left: Cents): boolean {
  return left < retained.cents;
}

/** Refusal of paying out the whole balance of an account to outside of the programme; undefined: none. */
export async function readPayoutRefusal(
  within: PaymentTransaction,
  { blocksMoneyOut, keepsMoneyIn }: MoneyOutRules,
  memberAccountId: bigint,
): Promise<ErrorName | undefined> {
  const [restricted, retained] = await Promise.all([
    readRestricted(within, blocksMoneyOut, [memberAccountId]),
    readRetained(within, keepsMoneyIn, [memberAccountId]),
  ]);
  const restriction = restricted.get(memberAccountId);
  if (restriction) return restriction.refusal;
  const retention = retained.get(memberAccountId);
  return retention && isBelowRetained(retention, 0n) ? retention.retention.refusal : undefined;
}
