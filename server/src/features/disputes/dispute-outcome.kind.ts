import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import type { DisputeResolution } from '@wattle/contract/disputes/dispute.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { move } from '../../platform/state-table.domain.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { type DebitedAccount, keepFormerMoney, readDebited } from '../debts/public.ts';
import { type Effect, type Posting, paymentKind } from '../payments/public.ts';
import { DISPUTE } from './dispute.states.domain.ts';
import { type DisputeRow, findDispute, lockDispute, saveResolved } from './dispute.store.ts';
import { type DisputedAbroad, feeBackOf, readDisputedAbroad } from './foreign-fee-back.ts';
import { notifyDisputeLater } from './notify-dispute.ts';
import { readHolderLanguage } from './holder.store.ts';
import { noteTakenBack, outstandingCredit, takingBack, unrefunded } from './outstanding-credit.ts';

export type DisputeOutcome = {
  readonly reference: string;
  readonly resolution: DisputeResolution;
  /** Zero if the money came in another way or does not come. */
  readonly amount: Cents;
};

type Facts = {
  readonly dispute: DisputeRow | undefined;
  /** Present for a foreign purchase that had a fee. */
  readonly abroad: DisputedAbroad | undefined;
  readonly payer: bigint;
  /** The programme's account, which advances provisional credits. */
  readonly programme: bigint;
  readonly language: Language;
  readonly debited: DebitedAccount | undefined;
  /** For a closed account: the ledger account of money owed to its former holder. */
  readonly formerHolders: bigint | undefined;
};
type Refused = 'not_found' | 'dispute_closed' | 'required_field';

const ledger = openLedger();

/** Ends a dispute and credits its money: from the scheme, or from the programme. */
export const disputeOutcome = paymentKind<DisputeOutcome, Facts, { readonly receipt: string }, Refused>({
  name: 'dispute.resolve',
  isMoneyOut: false,

  async read({ input }, { tx, tenantId }) {
    const dispute = await findDispute(tx, tenantId, input.reference);
    const programme = await ledger.settlementAccount(tx, tenantId, 'fees');
    const isOwn = input.resolution === 'writeOff';
    const payer = isOwn ? programme : await ledger.settlementAccount(tx, tenantId, 'schemeSettlement');
    const language = dispute ? await readHolderLanguage(tx, dispute) : DEFAULT_LANGUAGE;
    const abroad = dispute && (await readDisputedAbroad(tx, tenantId, dispute));
    const debited = dispute && (await readDebited({ tx, tenantId }, dispute.member_account_id));
    const formerHolders = debited?.account.is_closed
      ? await ledger.settlementAccount(tx, tenantId, 'formerHolders')
      : undefined;
    return { dispute, abroad, payer, programme, language, debited, formerHolders };
  },

  decide({ input, facts: { dispute, abroad, payer, programme, language, debited, formerHolders }, now }) {
    if (!dispute || !debited) return err('not_found', 'dispute');
    if (input.amount > unrefunded(dispute)) return err('required_field', 'amount');
    const credit: Posting<Refused> = {
      from: { ledgerAccountId: payer },
      to:
        formerHolders !== undefined
          ? { ledgerAccountId: formerHolders }
          : {
              ledgerAccountId: dispute.ledger_account_id,
              memberAccountId: dispute.member_account_id,
              ifClosed: 'dispute_closed',
              kind: 'adjustment',
              description: productTexts(language, 'disputes')['credit'] ?? '',
            },
      amount: input.amount,
      code: TRANSFER_CODE.adjustment,
      // The money was theirs before, so it may exceed the maximum balance.
      forced: true,
    };
    const advanced = outstandingCredit(dispute);
    const back = advanced === 0n ? undefined : takingBack(dispute, debited, programme);
    const credited = { credited: input.amount, dispute };
    const feeBack = abroad && input.amount > 0n ? feeBackOf(abroad, credited, { programme, language }) : undefined;
    const feesBack = (feeBack?.postings ?? []).map((posting) =>
      formerHolders === undefined ? posting : { ...posting, to: { ledgerAccountId: formerHolders } },
    );
    const linked = [...(back ? [back] : []), ...feesBack];
    // Without a credit, the reversal of the provisional credit is the only movement.
    const postings = back && input.amount === 0n ? back : { ...credit, ...(linked.length > 0 && { linked }) };
    return ok({
      ...postings,
      effects: [resolving(input, advanced, now), ...(feeBack ? [feeBack.effect] : [])],
      writes(within, { transferId }) {
        const cents = feesBack.reduce((sum, { amount }) => sum + amount, input.amount);
        const paid = formerHolders === undefined ? cents : 0n;
        noteTakenBack(within, dispute, debited, { back: advanced - paid, transferId, atMs: now });
        if (formerHolders === undefined || input.amount === 0n) return;
        const { member_account_id: memberAccountId } = dispute;
        keepFormerMoney(within, { memberAccountId, transferId, cents, source: 'dispute', atMs: now });
      },
      answer: ({ number }) => ({ receipt: number }),
    });
  },
});

/** Checks under the lock of the dispute that it has not ended. It ends with this posting. */
function resolving(
  { reference, resolution, amount }: DisputeOutcome,
  advanced: Cents,
  at: number,
): Effect<Refused, DisputeRow | undefined> {
  return {
    lock: `dispute:${reference}`,
    read: ({ tx, tenantId }) => lockDispute(tx, tenantId, reference),
    decide(dispute) {
      if (!dispute) return err('not_found', 'dispute');
      const moved = move(DISPUTE, { state: dispute.state, event: 'resolve', by: 'staff' });
      // A provisional credit changed after the postings were planned, so the request has to be repeated.
      if (moved.kind !== 'changed' || outstandingCredit(dispute) !== advanced || amount > unrefunded(dispute))
        return err('dispute_closed', 'dispute');
      return ok({
        state: { ...dispute, state: 'Resolved' },
        write({ ctx, tx }, { transferId }) {
          const fromScheme = resolution !== 'writeOff' && amount > 0n ? transferId : null;
          saveResolved(tx, dispute, { resolution, credited: amount, at, fromScheme });
          notifyDisputeLater(tx, ctx, dispute, 'resolved');
        },
        details: { dispute: reference, resolution },
      });
    },
  };
}
