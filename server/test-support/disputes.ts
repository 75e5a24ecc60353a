import type { DisputeState } from '@wattle/contract/disputes/dispute.ts';
import { takeBackProvisional } from '../src/features/disputes/due.ts';
import type { TestApp } from './app.ts';
import type { CardGiven, TestBrand, TestCard } from './factories.ts';
import { purchaseOf, sendNetwork } from './network.ts';
import { givenUser, type Headers, postApi } from './signed-in.ts';

export type GivenDispute = {
  readonly card: TestCard;
  readonly headers: Headers;
  readonly sequence: number;
  readonly reference: string;
  readonly id: string;
};

/** A signed-in cardholder and the Sequence of a cleared purchase of 12.34. */
export async function givenBought(test: TestApp, given: CardGiven = {}) {
  const user = await givenUser(test.ctx, { balance: 100_000n, ...given });
  const bought = purchaseOf(user.card);
  await sendNetwork(test, 'authorisations', bought);
  await sendNetwork(test, 'clearings', { ...bought, reference: `${bought.reference}C`, original: bought.reference });
  const [row] = await test.ctx.asOwner<{ seq: string }>(
    "SELECT max(seq) AS seq FROM transaction_detail WHERE ledger_account_id = $1 AND kind = 'purchase'",
    [user.card.account.ledgerAccountId],
  );
  return { ...user, sequence: Number(row?.seq) };
}

/** A dispute of such a purchase in a state. */
export async function givenDispute(
  test: TestApp,
  state: DisputeState = 'Open',
  given: CardGiven = {},
): Promise<GivenDispute> {
  const { card, headers, sequence } = await givenBought(test, given);
  const response = await postApi(test, 'dispute/open', headers, {
    accountNumber: card.account.accountNumber,
    Sequence: sequence,
    Reason: 'notMine',
    Explanation: 'I was at home.',
  });
  const { DisputeId: id, Reference: reference } = response.json<{ DisputeId: string; Reference: string }>();
  const isEnded = state === 'Resolved' || state === 'Cancelled';
  await test.ctx.asOwner(`UPDATE dispute SET state = $2, resolution = $3, credited = $4, ended_at = $5 WHERE id = $1`, [
    id,
    state,
    state === 'Resolved' ? 'lost' : null,
    state === 'Resolved' ? 0 : null,
    isEnded ? new Date(test.ctx.clocks.business.now()) : null,
  ]);
  return { card, headers, sequence, reference, id };
}

/** Stored state. */
export async function disputeStateOf(test: TestApp, { id }: Pick<GivenDispute, 'id'>): Promise<DisputeState> {
  const [row] = await test.ctx.asOwner<{ state: DisputeState }>('SELECT state FROM dispute WHERE id = $1', [id]);
  if (!row) throw new Error('there is no such dispute');
  return row.state;
}

/** Reverses the provisional credits of withdrawn disputes, as due work does. */
export async function takeBackCredits({ ctx }: TestApp, { tenantId }: TestBrand): Promise<void> {
  if (!('outside' in takeBackProvisional)) throw new Error('it is carried out outside of a transaction');
  const signal = new AbortController().signal;
  const given = { tenantId, plannedAt: ctx.clocks.security.now(), atOnce: 50, signal };
  const settle = await takeBackProvisional.outside(ctx, given);
  await ctx.database.transact(tenantId, settle);
}
