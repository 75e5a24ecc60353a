import type { AppContext } from '../../compose/context.ts';
import { monthBefore } from './interest.domain.ts';
import { interestKind, type MonthOfInterest } from './interest.kind.ts';
import { listEarning, type TermsBy } from './interest.store.ts';

export type PostedInterest = {
  readonly accounts: number;
  /** Cents of all accounts, including an earlier run. */
  readonly interest: bigint;
  readonly tax: bigint;
};

const AT_ONCE = 100;

/**
 * Posts interest and tax of the month before a first of the month, account by account. Repeated, it posts only what is
 * missing. `hasStopped`: it was aborted before the last account.
 */
export async function postInterest(
  ctx: AppContext,
  tenantId: number,
  dueOn: string,
  { by, signal }: { readonly by: TermsBy; readonly signal?: AbortSignal },
): Promise<PostedInterest & { readonly hasStopped: boolean }> {
  let sums: PostedInterest = { accounts: 0, interest: 0n, tax: 0n };
  const { days } = monthBefore(dueOn);
  let after = 0n;
  while (!signal?.aborted) {
    const from = after;
    const ids = await ctx.database.read(tenantId, (tx) =>
      listEarning(tx, tenantId, days, { by, after: from, most: AT_ONCE }),
    );
    const last = ids.at(-1);
    if (last === undefined) return { ...sums, hasStopped: false };
    const posted = await Promise.all(ids.map((id) => postOne(ctx, tenantId, id, { dueOn, by })));
    for (const one of posted) {
      if (one.ok) {
        const { accounts, interest, tax } = sums;
        const of = one.value;
        sums = { accounts: accounts + 1, interest: interest + BigInt(of.interest), tax: tax + BigInt(of.tax) };
      }
    }
    after = last;
  }
  return { ...sums, hasStopped: true };
}

function postOne(ctx: AppContext, tenantId: number, id: bigint, month: Omit<MonthOfInterest, 'memberAccountId'>) {
  return ctx.payments.submit({
    tenantId,
    kind: interestKind,
    key: `interest:${id}:${month.dueOn}`,
    actor: 'programme',
    isRetryable: true,
    input: { memberAccountId: String(id), ...month },
  });
}
