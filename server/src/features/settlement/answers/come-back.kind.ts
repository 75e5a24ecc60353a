import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { productTexts } from '../../../platform/text/texts.ts';
import { keepFormerMoney } from '../../debts/public.ts';
import { carrierOf, methodNamed, type MethodTraits, paymentKind } from '../../payments/public.ts';
import { recoverWithPayment } from '../mistaken/mistaken-payment.store.ts';
import { finishLine } from './bank-answer.store.ts';
import { leaveSuspense } from '../deposits/leave-suspense.ts';
import { openLine } from './open-line.ts';
import { noNewFile, STOPPED, withdrawing } from './stopping.ts';
import { movingPayment } from './moving-payment.ts';
import { findPaidOut, type PaidOut, saveReturned } from './payment.store.ts';

/** Payment that a line of a bank file returns. */
export type ComeBack = {
  /** Line of the bank's file, which the desk may have matched in suspense; null: entered by the desk. */
  readonly from: { readonly answerId: string; readonly line: number; readonly isKept?: true } | null;
  readonly transferId: string;
  /** Return code of direct entry; null for BPAY. */
  readonly code: string | null;
  /**
   * The side that returns the payment. `payer`: its payer stops it before the bank has it. `call`: the bank answers a
   * call that it does not carry the payment out. `desk`: the other bank has sent the money back. Absent: the bank
   * returns it.
   */
  readonly by?: 'payer' | 'call' | 'desk';
};

type Facts = {
  readonly paid: PaidOut | undefined;
  readonly method: MethodTraits | undefined;
  readonly tenantId: number;
  /** Account that the money comes from: the bank's, or the one for money that the bank does not have yet. */
  readonly source: bigint;
  /** A call has asked the bank for the payment, and the bank has not settled it. */
  readonly isCalledFor: boolean;
  readonly suspense: bigint;
  readonly formerHolders: bigint;
  /** Account of the programme that paid a verification deposit. */
  readonly programme: bigint;
};
type Answer = { readonly isFormerHolder: boolean };

const ledger = openLedger();

/** Credits a returned payment to the account that made it, or to the debt towards its former holder. */
export const comeBack = paymentKind<ComeBack, Facts, Answer, 'not_found'>({
  name: 'settlement.comeBack',
  isMoneyOut: false,

  async read({ input }, { ctx, tx, tenantId }) {
    const [paid, bank, suspense, formerHolders, programme] = await Promise.all([
      findPaidOut(tx, ctx.secrets, tenantId, BigInt(input.transferId)),
      ledger.settlementAccount(tx, tenantId, 'bank'),
      ledger.settlementAccount(tx, tenantId, 'suspense'),
      ledger.settlementAccount(tx, tenantId, 'formerHolders'),
      ledger.settlementAccount(tx, tenantId, 'fees'),
    ]);
    const method = paid && methodNamed(ctx.paymentMethods, paid.is_return ? 'return' : paid.method);
    const byBank = paid && carrierOf(methodNamed(ctx.paymentMethods, paid.method), paid.rail);
    const isUnsent = input.by === 'payer' || input.by === 'call';
    const source = isUnsent && byBank ? await ledger.settlementAccount(tx, tenantId, byBank.account) : bank;
    const isCalledFor = byBank?.by === 'call' && paid?.state !== 'Settled';
    return { tenantId, paid, method, source, isCalledFor, suspense, formerHolders, programme };
  },

  decide({ input, facts, now }) {
    const { tenantId, paid, method, source, isCalledFor, suspense, formerHolders, programme } = facts;
    if (!paid || !method) return err('not_found');
    const isStopped = input.by === 'payer';
    // The money has not left for the bank, so no other bank can have returned it.
    if (isCalledFor && !isStopped && input.by !== 'call') return err('not_found');
    const reason = isStopped ? STOPPED : (input.code ?? (paid.state === 'Settled' ? 'reversed' : 'declined'));
    const texts = productTexts(paid.language, 'settlement');
    const words = texts[isStopped ? 'stopped.description' : 'comeBack.description'] ?? '';
    const isFormerHolder = paid.is_closed && !paid.is_deposit;
    const apart = paid.is_deposit ? programme : isFormerHolder ? formerHolders : undefined;
    const kept = input.from?.isKept === true ? input.from : undefined;
    const returned = { transferId: paid.transfer_id, isFormerHolder };
    return ok({
      from: { ledgerAccountId: kept ? suspense : source },
      to:
        apart !== undefined
          ? { ledgerAccountId: apart }
          : {
              ledgerAccountId: paid.ledger_account_id,
              memberAccountId: paid.member_account_id,
              ifClosed: 'not_found',
              kind: 'transferIn',
              description: words.replace('{{name}}', paid.name),
              counterparty: paid.name,
            },
      amount: paid.amount,
      code: TRANSFER_CODE.comeBack,
      forced: true,
      countsTowards: apart === undefined ? sumsOf(paid, method) : [],
      effects: [
        movingPayment(paid.transfer_id, CAUSES[input.by ?? 'bank']),
        ...(isStopped ? [noNewFile(tenantId), withdrawing(tenantId, paid.transfer_id, now)] : []),
        ...(kept ? [leaveSuspense({ of: kept, event: 'match', by: 'desk', returned })] : []),
        ...(input.from && !kept ? [openLine(input.from)] : []),
      ],
      writes: (within, { transferId }) => {
        const { tx, tenantId } = within;
        const { member_account_id: memberAccountId, amount: cents } = paid;
        if (isFormerHolder)
          keepFormerMoney(within, { memberAccountId, transferId, cents, source: 'payment', atMs: now });
        saveReturned(tx, tenantId, paid.transfer_id, reason, now);
        if (paid.is_deposit)
          for (const listen of within.ctx.listeners.depositReturned) listen(tx, tenantId, paid.transfer_id);
        recoverWithPayment(tx, tenantId, paid.transfer_id, now);
        if (!input.from || kept) return;
        const state = isFormerHolder ? 'FormerHolder' : 'Done';
        const of = { bank_answer_id: BigInt(input.from.answerId), line: input.from.line };
        finishLine(tx, tenantId, of, { state, transferId: paid.transfer_id, postedId: transferId, atMs: now });
      },
      answer: () => ({ isFormerHolder }),
    });
  },
});

/** Daily and monthly sums that the returned payment was counted in. */
function sumsOf({ amount, purpose, bsb, counted_on: day }: PaidOut, method: MethodTraits) {
  const back = { of: 'to' as const, cents: -amount, limit: null, refusal: err('not_found' as const) };
  return method.countedOn({ bsb, purpose }, day).map((sum) => ({ ...sum, ...back }));
}

const CAUSES = {
  payer: { event: 'stop', by: 'programme' },
  call: { event: 'refuse', by: 'bank' },
  desk: { event: 'recover', by: 'staff' },
  bank: { event: 'comeBack', by: 'bank' },
} as const;
