import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf, ErrorOf } from '@wattle/contract/operation.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import { transferExternal } from '@wattle/contract/transfers/external.ts';
import { PAYEE_TYPE } from '@wattle/contract/transfers/payee.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { toCents } from '../../../platform/money.ts';
import {
  type CallInput,
  categorySum,
  dailyPayments,
  datesOf,
  destinationKey,
  nowBody,
  paymentKind,
  type Plan,
  recurringOf,
} from '../../payments/public.ts';
import { TRANSFER_DATES } from '@wattle/contract/transfers/transfer.ts';
import { keepPaymentOut } from '../../settlement/public.ts';
import { checkDestination } from '../destinations/check-destination.ts';
import { readDestinationHistory, type DestinationHistory } from '../destinations/destination-history.ts';
import { savingPayee } from '../payees/save-payee.ts';
import { findPayingAccount, dailyLimitOf, type PayingAccount } from '../paying-account.ts';
import { type Destination, findDestination } from './destination.ts';
import { refuseDestination } from './judge-destination.domain.ts';
import { capOf } from '../payment-caps.domain.ts';

type Transfer = CallInput<BodyOf<typeof transferExternal>>;
type Answer = { readonly ReceiptNumber: string; readonly TransactionDate: string; readonly HeldUntil: string | null };
type Refusals = ErrorOf<typeof transferExternal>;

type Facts = {
  readonly payer: PayingAccount | undefined;
  readonly destination: Destination;
  readonly history: DestinationHistory;
};

const DATES_REFUSED = { error: 'dates_invalid', names: TRANSFER_DATES } as const;
const FIELDS = { bsb: 'DestinationAccountBsb', name: 'DestinationAccountName' };

/** Pays from one of a person's accounts to an account at another bank. */
export const externalTransfer = paymentKind<Transfer, Facts, Answer, Refusals>({
  name: 'transfer.external',
  isMoneyOut: true,

  async read({ input: { person, body } }, within) {
    const named = { name: body.DestinationAccountName, bsb: body.DestinationAccountBsb };
    const { DestinationAccountBsb: bsb, DestinationAccountNumber: number } = body;
    const to = destinationKey(within.ctx.secrets, { method: { name: 'external' }, bsb, number });
    const [payer, destination, history] = await Promise.all([
      findPayingAccount(within, person, body.MemberNumber),
      findDestination(within, person.brandId, named),
      readDestinationHistory(within, person, to),
    ]);
    return { payer, destination, history };
  },

  decide({ input: { person, body }, facts, atBank, today }) {
    const { payer } = facts;
    const recurring = recurringOf(datesOf(body, TRANSFER_DATES), today, DATES_REFUSED);
    if (!recurring.ok) return recurring;
    if (!payer) return err('invalid_card_details', 'MemberNumber');
    const cards = payer.cards.filter((card) => card.methods.has('external') && (card.maySchedule || !recurring.value));
    if (cards.length === 0) return err('card_problem', 'MemberNumber');
    const refused = refuseDestination(facts.destination, FIELDS, body.Purpose);
    if (refused) return refused;
    const amount = toCents(body.Amount);
    const checks = checkDestination({
      person,
      history: facts.history,
      cards,
      amount,
      today,
      purpose: body.Purpose,
      content: paymentProof(transferExternal.name, body),
      isChange: recurring.value !== undefined || body.IsNewPayee === true || body.IsUpdatePayee === true,
      field: 'MemberNumber',
      payeeField: 'DestinationAccountNumber',
    });
    if (!checks.ok) return checks;
    const { effects, counts, note, holdUntil } = checks.value;
    const plan: Plan<Answer, Refusals> = {
      from: {
        ...payer,
        field: 'MemberNumber',
        ifClosed: 'invalid_card_details',
        kind: 'transferOut',
        description: body.DescriptionPayer ? body.DescriptionPayer : body.DestinationAccountName,
        counterparty: body.DestinationAccountName,
      },
      to: atBank.settlement,
      amount,
      code: TRANSFER_CODE.transferOut,
      countsTowards: [
        dailyPayments(today, amount, dailyLimitOf(payer, cards), 'Amount'),
        {
          ...categorySum(body.Purpose, today),
          of: 'from',
          cents: amount,
          limit: capOf(body.Purpose, cards),
          refusal: err('category_cap_reached', 'Amount'),
        },
        ...counts,
      ],
      effects: [
        ...savingPayee(person, PAYEE_TYPE.external, {
          ...body,
          name: body.DestinationAccountName,
          bsb: body.DestinationAccountBsb,
          accountNumber: body.DestinationAccountNumber,
        }),
        ...effects,
      ],
      refusals: { insufficient_funds: err('insufficient_funds', 'Amount') },
      writes(writing, receipt) {
        note(writing, receipt);
        keepPaymentOut(writing, {
          transferId: receipt.transferId,
          memberAccountId: payer.memberAccountId,
          method: 'external',
          bsb: body.DestinationAccountBsb,
          accountNumber: body.DestinationAccountNumber,
          name: body.DestinationAccountName,
          reference: body.DescriptionRecipient,
          remitter: payer.remitter,
          amount,
          purpose: body.Purpose,
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
    const deferral = { recurring: recurring.value, body: nowBody(body, TRANSFER_DATES), note, holdUntil };
    return ok({ ...plan, deferral });
  },
});
