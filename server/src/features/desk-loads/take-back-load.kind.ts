import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { type Cents, dollarsOf } from '../../platform/money.ts';
import { type DebitedAccount, debitedSide, noteOwed, readDebited } from '../debts/public.ts';
import { paymentKind } from '../payments/public.ts';
import { type DeskLoad, findLoad, saveTakenBack } from './desk-load.store.ts';
import { PAID_FROM } from './load.kind.ts';

export type TakeBack = {
  /** Receipt of the load. */
  readonly receipt: string;
  /** Above zero; undefined: all that was not reversed. */
  readonly amount?: Cents | undefined;
};

type Facts = {
  readonly load: DeskLoad | undefined;
  readonly debited: DebitedAccount | undefined;
  readonly to: bigint;
};

type Answer = { readonly receiptNumber: string; readonly amount: string };

const CAUSE = 'wrongLoad';
const ledger = openLedger();

/**
 * Reverses the excess of a load of the desk, to the account that it came from. It cannot be refused: a part that the
 * account no longer has becomes a debt.
 */
export const takeBackLoad = paymentKind<TakeBack, Facts, Answer, 'not_found'>({
  name: 'load.takeBack',
  isMoneyOut: false,

  async read({ input }, within) {
    const load = await findLoad(within.tx, within.tenantId, input.receipt);
    const debited = load && (await readDebited(within, load.member_account_id));
    const from = PAID_FROM[load?.type ?? 'received'];
    return { load, debited, to: await ledger.settlementAccount(within.tx, within.tenantId, from) };
  },

  decide({ input: { receipt, ...input }, facts: { load, debited, to }, now }) {
    if (!load || !debited) return err('not_found', 'receipt');
    const { member_account_id: memberAccountId, transfer_id: loaded } = load;
    const { amount = load.cents - load.taken_back } = input;
    if (amount === 0n) return err('not_found', 'receipt');
    return ok({
      from: debitedSide(memberAccountId, CAUSE, debited),
      to: { ledgerAccountId: to },
      amount,
      code: TRANSFER_CODE.adjustment,
      forced: true,
      effects: [
        {
          lock: `load:${loaded}`,
          read: async ({ tx, tenantId }) => {
            const now = await findLoad(tx, tenantId, receipt);
            return now && now.cents - now.taken_back;
          },
          decide: (left: bigint | undefined) =>
            left === undefined || amount > left
              ? err('not_found')
              : ok({
                  state: left - amount,
                  write: ({ tx, tenantId }) => saveTakenBack(tx, tenantId, loaded, amount),
                  details: { load: receipt },
                }),
        },
      ],
      writes: (within, { transferId }) =>
        noteOwed(within, debited, {
          memberAccountId,
          transferId,
          amount,
          cause: CAUSE,
          reference: receipt,
          atMs: now,
        }),
      answer: ({ number }) => ({ receiptNumber: number, amount: dollarsOf(amount) }),
    });
  },
});
