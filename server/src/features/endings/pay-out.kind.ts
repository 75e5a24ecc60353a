import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { type BankingCalendar, valueDate } from '../../platform/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../platform/banking-days/holiday.store.ts';
import { monthAt } from '../../platform/clock.ts';
import { toDollars } from '../../platform/money.ts';
import { paymentKind } from '../payments/public.ts';
import { type Destination, findDestination, keepPaymentsOut, refuseDestination } from '../transfers/public.ts';
import { type EndingAccount, findEndingAccount } from './ending.store.ts';

/** Where everything on an account goes: of whoever owns it, or of the estate. */
export type PayOut = {
  readonly accountNumber: string;
  readonly bsb: string;
  readonly to: string;
  readonly name: string;
};

type Facts = {
  readonly account: EndingAccount | undefined;
  readonly destination: Destination | undefined;
  readonly calendar: BankingCalendar;
  readonly cutOff: string;
  readonly settlement: bigint;
};
/** The amount in dollars, as text: an answer is kept as JSON. */
type Answer = { readonly receiptNumber: string; readonly amount: string };
type Refusals =
  | 'not_found'
  | 'card_problem'
  | 'insufficient_funds'
  | 'required_field'
  | 'bsb_closed'
  | 'bsb_lookup_away'
  | 'payee_blocked';

const ledger = openLedger();

/** Nobody can use it: its owner has died, or no card of it works. And nothing is held. */
export function mayBePaidOut({ has_died, has_card_in_use, held }: EndingAccount): boolean {
  return (has_died || !has_card_in_use) && held === 0n;
}

/** Everything on an account that nobody can use any more, to a bank account. */
export const payOut = paymentKind<PayOut, Facts, Answer, Refusals>({
  name: 'desk.payOut',
  // The programme pays it: what blocks the payments of a person, such as their death, does not stop it.
  isMoneyOut: false,

  async read({ input, now }, within) {
    const { tx, tenantId, ctx } = within;
    const [account, calendar, settlement] = await Promise.all([
      findEndingAccount(tx, tenantId, input.accountNumber, monthAt(now)),
      readBankingCalendar(tx),
      ledger.settlementAccount(tx, tenantId, 'directEntry'),
    ]);
    const destination = account && (await findDestination(within, account.brand_id, input));
    return { account, destination, calendar, cutOff: ctx.config.cutOffs.external, settlement };
  },

  decide({ input, facts: { account, destination, calendar, cutOff, settlement }, now, today }) {
    if (!account || !destination) return err('not_found', 'account');
    if (!mayBePaidOut(account)) return err('card_problem', 'account');
    const refused = refuseDestination(destination, { bsb: 'bsb', name: 'name' });
    if (refused) return refused;
    const amount = account.balance;
    if (amount <= 0n) return err('insufficient_funds', 'account');
    return ok({
      from: {
        ledgerAccountId: account.ledger_account_id,
        memberAccountId: account.id,
        field: 'account',
        ifClosed: 'not_found',
        kind: 'transferOut',
        description: input.name,
        counterparty: input.name,
      },
      to: { ledgerAccountId: settlement },
      amount,
      code: TRANSFER_CODE.transferOut,
      refusals: { insufficient_funds: err('insufficient_funds', 'account') },
      writes: ({ add }, { transferId }) =>
        add(keepPaymentsOut, {
          transferId,
          memberAccountId: account.id,
          method: 'external',
          bsb: input.bsb,
          accountNumber: input.to,
          name: input.name,
          reference: 'Card balance',
          remitter: account.holder_name,
          amount,
          purpose: null,
          paidOn: today,
          valueDate: valueDate(calendar, cutOff, now),
        }),
      answer: ({ number }) => ({ receiptNumber: number, amount: toDollars(amount).toFixed(2) }),
    });
  },
});
