import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf, ErrorOf } from '@wattle/contract/operation.ts';
import { returnFundProof } from '@wattle/contract/transfers/payment-proof.ts';
import type { returnFund } from '@wattle/contract/returns/return-fund.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { type BankingCalendar, valueDate } from '../../platform/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../platform/banking-days/holiday.store.ts';
import { dayAt } from '../../platform/clock.ts';
import { callerOf } from '../../http/caller.ts';
import { toDollars } from '../../platform/money.ts';
import { paymentsHeldUntil, spendingProof } from '../access/public.ts';
import { type Asked, type Effect, paymentKind } from '../payments/public.ts';
import {
  type Destination,
  findDestination,
  findPayingAccount,
  keepPaymentOut,
  notePaid,
  type PayingAccount,
  refuseDestination,
} from '../transfers/public.ts';
import { findSourceCard } from './source-card.store.ts';
import { type Funds, readFunds } from './funds.store.ts';
import { refuseReturn } from './return-funds.domain.ts';

type Return = Asked<BodyOf<typeof returnFund>>;
type Answer = { readonly ReceiptNumber: string; readonly TransactionDate: string; readonly Amount: number };
type Refusals = ErrorOf<typeof returnFund>;

type Facts = {
  readonly payer: PayingAccount | undefined;
  /** Whether the card of the request is one of the person's on that account. */
  readonly hasCard: boolean;
  readonly funds: Funds | undefined;
  /** For a day after the password was reset. */
  readonly isHeld: boolean;
  readonly destination: Destination;
  readonly calendar: BankingCalendar;
  readonly cutOff: string;
  readonly settlement: bigint;
};

const ledger = openLedger();

/** Everything that is available on a card's account, sent to a bank account of its holder's choice. */
export const returnFunds = paymentKind<Return, Facts, Answer, Refusals>({
  name: 'funds.return',
  isMoneyOut: true,

  async read({ input: { person, body }, today }, within) {
    const { tx, tenantId, ctx } = within;
    const named = { name: body.DestinationAccountName, bsb: body.DestinationBsb };
    const [payer, card, destination, calendar, settlement, heldUntil] = await Promise.all([
      findPayingAccount(within, person, body.SourceAccountNumber),
      findSourceCard(tx, tenantId, person, body),
      findDestination(within, person.brandId, named),
      readBankingCalendar(tx),
      ledger.settlementAccount(tx, tenantId, 'directEntry'),
      paymentsHeldUntil(tx, ctx, { tenantId, webAccountId: person.webAccountId }),
    ]);
    const funds = payer && (await readFunds(tx, tenantId, payer.memberAccountId, today));
    const cutOff = ctx.config.cutOffs.external;
    const isHeld = heldUntil !== null;
    return { payer, hasCard: card !== undefined, funds, isHeld, destination, calendar, cutOff, settlement };
  },

  decide({ input: { person, body }, facts, now, today }) {
    const { payer, funds, destination, calendar, cutOff, settlement } = facts;
    if (!payer || !funds || !facts.hasCard) return err('invalid_card_details', 'SourceAccountNumber');
    if (!payer.cards.some(({ mayReturnFunds }) => mayReturnFunds)) return err('card_problem', 'SourceAccountNumber');
    if (facts.isHeld) return err('card_problem', 'SourceAccountNumber');
    const refused = refuseReturn(funds) ?? refuseDestination(destination, FIELDS);
    if (refused) return refused;
    const amount = funds.balance;
    const agreed = { purpose: 'payment' as const, content: returnFundProof(body, toDollars(amount)) };
    return ok({
      from: {
        ...payer,
        field: 'SourceAccountNumber',
        ifClosed: 'invalid_card_details',
        kind: 'transferOut',
        description: body.DestinationAccountName,
        counterparty: body.DestinationAccountName,
      },
      to: { ledgerAccountId: settlement },
      amount,
      code: TRANSFER_CODE.transferOut,
      effects: [stillAll(payer.memberAccountId, amount), spendingProof(person, agreed)],
      refusals: { insufficient_funds: err('insufficient_funds', 'SourceAccountNumber') },
      writes({ tx, tenantId }, { transferId, at }) {
        const destination = `external:${body.DestinationBsb}:${body.DestinationAccountNumber}`;
        notePaid(tx, tenantId, { owner: callerOf(person), destination, at, cents: amount });
        keepPaymentOut(tx, tenantId, {
          transferId,
          memberAccountId: payer.memberAccountId,
          method: 'external',
          bsb: body.DestinationBsb,
          accountNumber: body.DestinationAccountNumber,
          name: body.DestinationAccountName,
          reference: 'Return of funds',
          remitter: payer.remitter,
          amount,
          purpose: null,
          paidOn: today,
          valueDate: valueDate(calendar, cutOff, now),
          isReturn: true,
        });
      },
      answer: ({ number, at }) => ({
        ReceiptNumber: number,
        TransactionDate: new Date(at).toISOString(),
        Amount: toDollars(amount),
      }),
    });
  },
});

const FIELDS = { bsb: 'DestinationBsb', name: 'DestinationAccountName' };

/** Under the lock: it is still everything, and nothing has come up since it was read. */
function stillAll(memberAccountId: bigint, amount: bigint): Effect<'card_problem' | 'insufficient_funds', Funds> {
  return {
    lock: `returnFunds:${memberAccountId}`,
    read: ({ ctx, tx, tenantId }) => readFunds(tx, tenantId, memberAccountId, dayAt(ctx.clocks.business.now())),
    decide(funds) {
      const refused = refuseReturn(funds);
      if (refused) return refused;
      if (funds.balance !== amount) return err('card_problem', 'SourceAccountNumber');
      return ok({ state: { ...funds, balance: 0n, has_open_return: true } });
    },
  };
}
