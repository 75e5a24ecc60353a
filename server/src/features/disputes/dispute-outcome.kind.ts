import type { DisputeResolution } from '@wattle/contract/disputes/dispute.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { move } from '../../platform/state-table.domain.ts';
import type { Locale } from '../../platform/texts.ts';
import { productTexts } from '../../platform/texts.ts';
import { type Effect, paymentKind } from '../payments/public.ts';
import { DISPUTE } from './dispute.states.domain.ts';
import { type DisputeRow, findDispute, lockDispute, saveResolved } from './dispute.store.ts';
import { readHolderLanguage } from './holder.store.ts';

export type DisputeOutcome = {
  readonly reference: string;
  readonly resolution: DisputeResolution;
  /** Zero where the money came otherwise, or none comes. */
  readonly amount: Cents;
};

type Facts = { readonly dispute: DisputeRow | undefined; readonly payer: bigint; readonly language: Locale };
type Refused = 'not_found' | 'dispute_closed' | 'required_field';

const ledger = openLedger();

/** The end of a dispute, and the money that comes back with it: from the scheme, or from the programme's own. */
export const disputeOutcome = paymentKind<DisputeOutcome, Facts, { readonly receipt: string }, Refused>({
  name: 'dispute.resolve',
  isMoneyOut: false,

  async read({ input }, { tx, tenantId }) {
    const dispute = await findDispute(tx, tenantId, input.reference);
    const payer = await ledger.settlementAccount(
      tx,
      tenantId,
      input.resolution === 'writeOff' ? 'fees' : 'schemeSettlement',
    );
    const language = dispute ? await readHolderLanguage(tx, dispute) : 'enAU';
    return { dispute, payer, language };
  },

  decide({ input, facts: { dispute, payer, language }, now }) {
    if (!dispute) return err('not_found', 'dispute');
    if (input.amount > dispute.amount) return err('required_field', 'amount');
    return ok({
      from: { ledgerAccountId: payer },
      to: {
        ledgerAccountId: dispute.ledger_account_id,
        memberAccountId: dispute.member_account_id,
        ifClosed: 'dispute_closed',
        kind: 'adjustment',
        description: productTexts(language, 'disputes')['credit'] ?? '',
      },
      amount: input.amount,
      code: TRANSFER_CODE.adjustment,
      // It was theirs before: it may pass the maximum balance.
      forced: true,
      effects: [resolving(input, now)],
      answer: ({ number }) => ({ receipt: number }),
    });
  },
});

/** Under the lock of the dispute: it has not ended, and ends with this posting. */
function resolving(
  { reference, resolution, amount }: DisputeOutcome,
  at: number,
): Effect<Refused, DisputeRow | undefined> {
  return {
    lock: `dispute:${reference}`,
    read: ({ tx, tenantId }) => lockDispute(tx, tenantId, reference),
    decide(dispute) {
      if (!dispute) return err('not_found', 'dispute');
      const moved = move(DISPUTE, { state: dispute.state, event: 'resolve', by: 'staff' });
      if (moved.kind !== 'changed') return err('dispute_closed', 'dispute');
      return ok({
        state: { ...dispute, state: 'Resolved' },
        write: ({ tx }) => saveResolved(tx, dispute, { resolution, credited: amount, at }),
        details: { dispute: reference, resolution },
      });
    },
  };
}
