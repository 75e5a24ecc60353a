import type { ErrorName } from '@wattle/contract/errors.ts';
import type { Cents } from '../../platform/money.ts';
import type { Blocker, Keeper, MoneyOutRules, Within } from './kind.ts';

/** What has to stay on an account, and who says so. */
export type Kept = { readonly cents: Cents; readonly keeper: Keeper };

/** What blocks money from leaving each of some accounts: the first of the list that does. */
export async function readBlocked(
  within: Within,
  blockers: readonly Blocker[],
  payers: readonly bigint[],
): Promise<Map<bigint, Blocker>> {
  const blocked = new Map<bigint, Blocker>();
  if (payers.length === 0) return blocked;
  const found = await Promise.all(blockers.map((blocker) => blocker.read(within, payers)));
  for (const [index, blocker] of blockers.entries()) {
    for (const account of found[index] ?? []) if (!blocked.has(account)) blocked.set(account, blocker);
  }
  return blocked;
}

/** What has to stay on each of some accounts: the most that any keeper says. */
export async function readKept(
  within: Within,
  keepers: readonly Keeper[],
  payers: readonly bigint[],
): Promise<Map<bigint, Kept>> {
  const kept = new Map<bigint, Kept>();
  if (payers.length === 0) return kept;
  const found = await Promise.all(keepers.map((keeper) => keeper.read(within, payers)));
  for (const [index, keeper] of keepers.entries()) {
    for (const [account, cents] of found[index] ?? []) {
      if (cents > (kept.get(account)?.cents ?? 0n)) kept.set(account, { cents, keeper });
    }
  }
  return kept;
}

/** Whether less would be left than has to stay. */
export function staysShort(kept: Pick<Kept, 'cents'>, left: Cents): boolean {
  return left < kept.cents;
}

/** Why everything on an account may not leave the programme; undefined: it may. */
export async function readRefusalOfAll(
  within: Within,
  { blocksMoneyOut, keepsMoneyIn }: MoneyOutRules,
  memberAccountId: bigint,
): Promise<ErrorName | undefined> {
  const [blocked, kept] = await Promise.all([
    readBlocked(within, blocksMoneyOut, [memberAccountId]),
    readKept(within, keepsMoneyIn, [memberAccountId]),
  ]);
  const blocker = blocked.get(memberAccountId);
  if (blocker) return blocker.refusal;
  const keeper = kept.get(memberAccountId);
  return keeper && staysShort(keeper, 0n) ? keeper.keeper.refusal : undefined;
}
