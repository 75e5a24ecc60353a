import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf, ErrorOf } from '@wattle/contract/operation.ts';
import { getPayIdName, payIdCall } from '@wattle/contract/test-support/pay-id.ts';
import { PAY_ID } from '@wattle/contract/test-support/pay-id-facts.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import { handleOutside } from '../../src/http/handle.ts';
import { TRANSFER_CODE } from '../../src/ledger/ledger.ts';
import type { Outside } from '../../src/outside/outside.ts';
import { toCents } from '../../src/platform/money.ts';
import {
  type CallInput,
  dailyPayments,
  dailySum,
  datesOf,
  nowBody,
  paymentKind,
  paymentMethod,
  type Plan,
  recurringOf,
} from '../../src/features/payments/public.ts';
import { keepPaymentOut } from '../../src/features/settlement/public.ts';
import {
  checkDestination,
  dailyLimitOf,
  findPayingAccount,
  type PayingAccount,
  readDestinationHistory,
  type DestinationHistory,
} from '../../src/features/transfers/public.ts';
import type { PayIdBank } from './pay-id.bank.ts';

type Call = (typeof payIdCall)['operation'];
type Answer = { readonly ReceiptNumber: string; readonly TransactionDate: string; readonly HeldUntil: string | null };
type Facts = {
  readonly payer: PayingAccount | undefined;
  readonly history: DestinationHistory;
};

const NAME = 'payId' as 'external';
const { dates } = payIdCall.fields;

const payIdPayment = paymentKind<CallInput<BodyOf<Call>>, Facts, Answer, ErrorOf<Call>>({
  name: 'transfer.payId',
  isMoneyOut: true,

  async read({ input: { person, body } }, within) {
    const [payer, history] = await Promise.all([
      findPayingAccount(within, person, body.MemberNumber),
      readDestinationHistory(within, person, `payId:${body.PayId}`),
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
    const name = body.PayIdName ? body.PayIdName : body.PayId;
    const content = paymentProof(payIdCall.operation.name, body);
    const isChange = recurring.value !== undefined;
    const checks = checkDestination({
      person,
      history,
      cards,
      amount,
      today,
      content,
      isChange,
      field: 'MemberNumber',
      payeeField: 'PayId',
    });
    if (!checks.ok) return checks;
    const { effects, counts, note, holdUntil } = checks.value;
    const plan: Plan<Answer, ErrorOf<Call>> = {
      from: {
        ...payer,
        field: 'MemberNumber',
        ifClosed: 'invalid_card_details',
        kind: PAY_ID.transactionKind,
        description: body.Description ? body.Description : name,
        counterparty: name,
      },
      to: atBank.settlement,
      amount,
      code: TRANSFER_CODE.transferOut,
      countsTowards: [dailyPayments(today, amount, dailyLimitOf(payer, cards), 'Amount'), ...counts],
      effects,
      refusals: { insufficient_funds: err('insufficient_funds', 'Amount') },
      writes(writing, receipt) {
        note(writing, receipt);
        keepPaymentOut(writing, {
          transferId: receipt.transferId,
          memberAccountId: payer.memberAccountId,
          method: NAME,
          bsb: '',
          accountNumber: body.PayId,
          name,
          reference: body.Reference,
          remitter: payer.remitter,
          amount,
          purpose: null,
          paidOn: today,
          countedOn: person.countedOn ?? today,
          valueDate: atBank.valueDate,
        });
      },
      answer: ({ number, at, heldUntil }) => ({
        ReceiptNumber: number,
        TransactionDate: new Date(at).toISOString(),
        HeldUntil: heldUntil,
      }),
    };
    return ok({ ...plan, deferral: { recurring: recurring.value, body: nowBody(body, dates), note, holdUntil } });
  },
});

/** The bank is opened with the other systems, in one line of outside.ts. */
const bankOf = (outside: Outside) => (outside as Outside & { readonly payId?: PayIdBank }).payId;

const lookUp = handleOutside(getPayIdName, {
  admit: async ({ body }) => ok(body.PayId),
  outside: async ({ ctx, intent }) => bankOf(ctx.outside)?.nameOf(intent),
  settle: async ({ known }) => (known?.kind === 'done' ? ok({ Name: known.value }) : err('not_found', 'PayId')),
});

/** Sample of a new payment method, in one file of the server. */
export const payIdMethod = paymentMethod({
  name: NAME,
  operation: payIdCall.operation,
  kind: payIdPayment,
  payeeType: PAY_ID.payeeType,
  fields: payIdCall.fields,
  scheduledAs: 'transferPayments',
  onAnyDay: true,
  countedOn: (_paid, day) => [dailySum(day)],
  lookUp,
  bank: {
    by: 'call',
    callsOf: (outside) => bankOf(outside),
    account: 'instant',
    receiptWords: 'receipt.payId',
  },
});
