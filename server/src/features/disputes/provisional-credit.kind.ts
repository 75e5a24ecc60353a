import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { type DebitedAccount, readDebited } from '../debts/public.ts';
import { type Effect, paymentKind } from '../payments/public.ts';
import { type DisputeRow, findDispute, lockDispute, saveProvisional, saveProvisionalEnded } from './dispute.store.ts';
import { readHolderLanguage } from './holder.store.ts';
import { noteTakenBack, outstandingCredit, takingBack, unrefunded } from './outstanding-credit.ts';
import { notifyDisputeLater } from './notify-dispute.ts';

type Refused = 'not_found' | 'dispute_closed' | 'required_field';
type Facts = {
  readonly dispute: DisputeRow | undefined;
  readonly debited: DebitedAccount | undefined;
  readonly programme: bigint;
  readonly language: Language;
};

const ledger = openLedger();

/** Reads a dispute, the programme's account that advances the money, and the language of the holder. */
async function read(
  reference: string,
  { tx, tenantId }: { readonly tx: Parameters<typeof findDispute>[0]; readonly tenantId: number },
): Promise<Facts> {
  const dispute = await findDispute(tx, tenantId, reference);
  const programme = await ledger.settlementAccount(tx, tenantId, 'fees');
  const debited = dispute && (await readDebited({ tx, tenantId }, dispute.member_account_id));
  const language = dispute ? await readHolderLanguage(tx, dispute) : DEFAULT_LANGUAGE;
  return { dispute, debited, programme, language };
}

/** A credit while a dispute is decided, from the programme's own money. One for a dispute. */
export const provisionalCredit = paymentKind<
  { readonly reference: string; readonly amount: Cents },
  Facts,
  { readonly receipt: string },
  Refused
>({
  name: 'dispute.provisional',
  isMoneyOut: false,
  read: ({ input }, within) => read(input.reference, within),
  decide({ input: { reference, amount }, facts: { dispute, programme, language } }) {
    if (!dispute) return err('not_found', 'dispute');
    if (amount > unrefunded(dispute)) return err('required_field', 'amount');
    return ok({
      from: { ledgerAccountId: programme },
      to: {
        ledgerAccountId: dispute.ledger_account_id,
        memberAccountId: dispute.member_account_id,
        ifClosed: 'dispute_closed',
        kind: 'adjustment',
        description: productTexts(language, 'disputes')['provisional'] ?? '',
      },
      amount,
      code: TRANSFER_CODE.adjustment,
      // The money was theirs before, so it may exceed the maximum balance.
      forced: true,
      effects: [
        locked(reference, (one) =>
          one.ended_at === null && one.provisional === null && amount <= unrefunded(one)
            ? { provisional: amount }
            : undefined,
        ),
      ],
      answer: ({ number }) => ({ receipt: number }),
    });
  },
});

/** Reverses the provisional credit of a dispute that was withdrawn. `isTaken`: its processor has taken the money. */
export const provisionalBack = paymentKind<
  { readonly reference: string; readonly isTaken?: boolean },
  Facts,
  { readonly receipt: string },
  Refused
>({
  name: 'dispute.provisionalBack',
  isMoneyOut: false,
  read: ({ input }, within) => read(input.reference, within),
  decide({ input: { reference, isTaken = false }, facts: { dispute, debited, programme }, now }) {
    if (!dispute || !debited || outstandingCredit(dispute) === 0n) return err('not_found', 'dispute');
    const ended_at = new Date(now).toISOString();
    return ok({
      ...takingBack(dispute, debited, programme),
      writes: (within, { transferId }) =>
        noteTakenBack(within, dispute, debited, { back: outstandingCredit(dispute), transferId, atMs: now }),
      effects: [
        // A refund may have taken a part after the posting was planned. The request is then repeated.
        locked(reference, (one) =>
          (one.state === 'Cancelled' || isTaken) && outstandingCredit(one) === outstandingCredit(dispute)
            ? { provisional_ended_at: ended_at }
            : undefined,
        ),
      ],
      answer: ({ number }) => ({ receipt: number }),
    });
  },
});

/** The change under the lock of the dispute; undefined if it is no longer allowed. */
function locked(
  reference: string,
  change: (dispute: DisputeRow) => Partial<DisputeRow> | undefined,
): Effect<Refused, DisputeRow | undefined> {
  return {
    lock: `dispute:${reference}`,
    read: ({ tx, tenantId }) => lockDispute(tx, tenantId, reference),
    decide(dispute) {
      if (!dispute) return err('not_found', 'dispute');
      const changed = change(dispute);
      if (!changed) return err('dispute_closed', 'dispute');
      return ok({
        state: { ...dispute, ...changed },
        write({ ctx, tx }, { at }) {
          if (changed.provisional) saveProvisional(tx, dispute, changed.provisional);
          else saveProvisionalEnded(tx, dispute, at);
          notifyDisputeLater(tx, ctx, dispute, changed.provisional ? 'provisional' : 'provisionalBack');
        },
        details: { dispute: reference },
      });
    },
  };
}
