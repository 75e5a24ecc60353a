import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf, ErrorOf } from '@wattle/contract/operation.ts';
import { getAliasName, aliasCall } from '@wattle/contract/test-support/alias.ts';
import { ALIAS } from '@wattle/contract/test-support/alias-facts.ts';
import { handleOutside } from '../../src/http/handle.ts';
import type { Outside } from '../../src/outside/outside.ts';
import { toCents } from '../../src/platform/money.ts';
import {
  type CallInput,
  dailySum,
  datesOf,
  paymentKind,
  paymentMethod,
  recurringOf,
} from '../../src/features/payments/public.ts';
import {
  findPayingAccount,
  momentsOf,
  type PayingAccount,
  planOrder,
  readDestinationHistory,
  type DestinationHistory,
} from '../../src/features/transfers/public.ts';
import type { AliasBank } from './alias.bank.ts';

type Call = (typeof aliasCall)['operation'];
type Answer = { readonly ReceiptNumber: string; readonly TransactionDate: string; readonly HeldUntil: string | null };
type Facts = {
  readonly payer: PayingAccount | undefined;
  readonly history: DestinationHistory;
};

const NAME = 'alias' as 'external';
const { dates } = aliasCall.fields;

const aliasPayment = paymentKind<CallInput<BodyOf<Call>>, Facts, Answer, ErrorOf<Call>>({
  name: 'transfer.alias',
  isMoneyOut: true,

  async read({ input: { person, body } }, within) {
    const [payer, history] = await Promise.all([
      findPayingAccount(within, person, body.MemberNumber),
      readDestinationHistory(within, person, `alias:${body.Alias}`),
    ]);
    return { payer, history };
  },

  decide({ input: { person, body }, facts: { payer, history }, atBank, today }) {
    const recurring = recurringOf(datesOf(body, dates), today, { error: 'dates_invalid', names: dates });
    if (!recurring.ok) return recurring;
    if (!payer) return err('invalid_card_details', 'MemberNumber');
    const cards = payer.cards.filter(({ methods }) => methods.has(NAME));
    if (cards.length === 0) return err('card_problem', 'MemberNumber');
    const amount = toCents(body.Amount);
    const name = body.AliasName ? body.AliasName : body.Alias;
    const order = { person, today, payer, amount, call: aliasCall, body, cards, history, recurring: recurring.value };
    const plan = planOrder<ErrorOf<Call>>(order, {
      kind: ALIAS.transactionKind,
      description: body.Description ? body.Description : name,
      name,
      out: {
        method: NAME,
        bsb: '',
        accountNumber: body.Alias,
        reference: body.Reference,
        remitter: payer.remitter,
        valueDate: atBank.valueDate,
      },
    });
    if (!plan.ok) return plan;
    return ok({
      ...plan.value,
      to: atBank.settlement,
      refusals: { insufficient_funds: err('insufficient_funds', 'Amount') },
      answer: (receipt) => ({ ReceiptNumber: receipt.number, ...momentsOf(receipt) }),
    });
  },
});

/** The bank is opened with the other systems, in one line of outside.ts. */
const bankOf = (outside: Outside) => (outside as Outside & { readonly alias?: AliasBank }).alias;

const lookUp = handleOutside(getAliasName, {
  admit: async ({ body }) => ok(body.Alias),
  outside: async ({ ctx, intent }) => bankOf(ctx.outside)?.nameOf(intent),
  settle: async ({ known }) => (known?.kind === 'done' ? ok({ Name: known.value }) : err('not_found', 'Alias')),
});

/** Sample of a new payment method, in one file of the server. */
export const aliasMethod = paymentMethod({
  name: NAME,
  operation: aliasCall.operation,
  kind: aliasPayment,
  payeeType: ALIAS.payeeType,
  fields: aliasCall.fields,
  scheduledAs: 'transferPayments',
  onAnyDay: true,
  countedOn: (_paid, day) => [dailySum(day)],
  lookUp,
  bank: {
    by: 'call',
    callsOf: (outside) => bankOf(outside),
    account: 'instant',
    receiptWords: 'receipt.alias',
  },
});
