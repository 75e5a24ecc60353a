import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { toDollars } from '../../platform/money.ts';
import {
  type FormerSums,
  readFormerSums,
  saveFormerPaid,
  saveFormerSettled,
  notifyFormerPaid,
} from '../debts/public.ts';
import { type Effect, paymentKind } from '../payments/public.ts';
import { type EndingAccount, findEndingAccount } from './ending.store.ts';
import { leaveBy, type PaidTo, type PayOutRefused, readWay, type Way } from './paid-to.ts';

export type PayFormerHolder = { readonly accountNumber: string; readonly paidTo: PaidTo };

type Facts = {
  readonly account: EndingAccount | undefined;
  readonly sums: FormerSums;
  readonly way: Way | undefined;
  readonly formerHolders: bigint;
  readonly formerHolderDebts: bigint;
};
type Answer = { readonly receiptNumber: string; readonly amount: string; readonly settled: string };

const ledger = openLedger();
const NOTHING: FormerSums = { money: 0n, debts: 0n, transfers: [], debtIds: [] };

/** Pays the money of a closed account to a bank account or to another account of the same holder, after its debts. */
export const payFormerHolder = paymentKind<PayFormerHolder, Facts, Answer, PayOutRefused>({
  name: 'desk.payFormerHolder',
  isMoneyOut: false,
  leavesAs: 'external',

  async read({ input }, within) {
    const { tx, tenantId } = within;
    const account = await findEndingAccount(within, input.accountNumber);
    return {
      account,
      sums: account ? await readFormerSums(tx, tenantId, account.id) : NOTHING,
      way: account && (await readWay(within, account, input.paidTo)),
      formerHolders: await ledger.settlementAccount(tx, tenantId, 'formerHolders'),
      formerHolderDebts: await ledger.settlementAccount(tx, tenantId, 'formerHolderDebts'),
    };
  },

  decide({ facts: { account, sums, way, formerHolders, formerHolderDebts }, atBank, now, today }) {
    if (!account?.is_closed || !way) return err('not_found', 'account');
    const amount = sums.money - sums.debts;
    if (amount <= 0n) return err('insufficient_funds', 'account');
    const leaves = leaveBy(way, { amount, today, atBank, words: 'Closed account' });
    if (!leaves.ok) return leaves;
    const from = { ledgerAccountId: formerHolders };
    return ok({
      from,
      to: leaves.value.to,
      amount,
      code: TRANSFER_CODE.transferOut,
      forced: true,
      linked:
        sums.debts === 0n
          ? []
          : [{ from, to: { ledgerAccountId: formerHolderDebts }, amount: sums.debts, code: TRANSFER_CODE.adjustment }],
      effects: [unchanged(account.id, sums)],
      writes(writing, receipt) {
        const { tx, tenantId } = writing;
        const { transferId } = receipt;
        leaves.value.writes(writing, receipt);
        saveFormerPaid(tx, tenantId, sums.transfers, transferId);
        saveFormerSettled(tx, tenantId, sums.debtIds, { transferId, atMs: now });
        notifyFormerPaid(writing, { memberAccountId: account.id, transferId, cents: amount });
      },
      answer: ({ number }) => ({
        receiptNumber: number,
        amount: toDollars(amount).toFixed(2),
        settled: toDollars(sums.debts).toFixed(2),
      }),
    });
  },
});

/** Checks under the lock that the credits and debts of a closed account are those of the plan. */
export function unchanged(accountId: bigint, planned: FormerSums): Effect<'card_problem', FormerSums> {
  return {
    lock: `formerHolder:${accountId}`,
    read: ({ tx, tenantId }) => readFormerSums(tx, tenantId, accountId),
    decide: (sums) =>
      String(sums.transfers) === String(planned.transfers) && String(sums.debtIds) === String(planned.debtIds)
        ? ok({ state: NOTHING, details: { account: String(accountId) } })
        : err('card_problem'),
  };
}
