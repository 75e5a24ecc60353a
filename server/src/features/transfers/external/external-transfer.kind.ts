import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf, ErrorOf } from '@wattle/contract/operation.ts';
import { externalCall, type transferExternal } from '@wattle/contract/transfers/external.ts';
import { PAYEE_TYPE } from '@wattle/contract/transfers/payee.ts';
import type { Reach } from '../../../outside/npp/port.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { toCents } from '../../../platform/money.ts';
import {
  type CallInput,
  categorySum,
  datesOf,
  destinationKey,
  paymentKind,
  recurringOf,
} from '../../payments/public.ts';
import { TRANSFER_DATES } from '@wattle/contract/transfers/transfer.ts';
import { readDestinationHistory, type DestinationHistory } from '../destinations/destination-history.ts';
import { findPayingAccount, type PayingAccount } from '../paying-account.ts';
import { momentsOfHeld, planOrder } from '../plan-order.ts';
import { type Destination, findDestination } from './destination.ts';
import { refuseDestination } from './judge-destination.domain.ts';
import { capOf } from '../payment-caps.domain.ts';
import { findReach, noteUnasked } from '../reach/reach.store.ts';
import { railOf } from '../reach/rail.domain.ts';

type Transfer = CallInput<BodyOf<typeof transferExternal>>;
type Answer = {
  readonly ReceiptNumber: string;
  readonly TransactionDate: string;
  readonly HeldUntil: string | null;
  readonly NewPayeesTotal?: number;
};
type Refusals = ErrorOf<typeof transferExternal>;

type Facts = {
  readonly payer: PayingAccount | undefined;
  readonly destination: Destination;
  /** Undefined: the bank was not asked which rails reach the BSB. */
  readonly reach: Reach | undefined;
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
    const { tx, tenantId, ctx } = within;
    const [payer, destination, reach, history] = await Promise.all([
      findPayingAccount(within, person, body.MemberNumber),
      findDestination(within, person.brandId, named),
      findReach(tx, tenantId, bsb, ctx.clocks.security.now()),
      readDestinationHistory(within, person, to),
    ]);
    return { payer, destination, reach, history };
  },

  decide({ input: { person, body }, facts, atBank, today }) {
    const { payer, reach } = facts;
    const recurring = recurringOf(datesOf(body, TRANSFER_DATES), today, DATES_REFUSED);
    if (!recurring.ok) return recurring;
    if (!payer) return err('invalid_card_details', 'MemberNumber');
    const cards = payer.cards.filter((card) => card.methods.has('external') && (card.maySchedule || !recurring.value));
    if (cards.length === 0) return err('card_problem', 'MemberNumber');
    const refused = refuseDestination(facts.destination, FIELDS, body.Purpose);
    if (refused) return refused;
    const amount = toCents(body.Amount);
    const { DestinationAccountName: name, DestinationAccountBsb: bsb, DestinationAccountNumber: accountNumber } = body;
    const order = { person, today, payer, amount, call: externalCall, body, cards, recurring: recurring.value };
    const instant = railOf({ reach, accountNumber, cards }) === 'call' ? atBank.instant : undefined;
    const plan = planOrder<Refusals>(
      { ...order, history: facts.history, purpose: body.Purpose },
      {
        kind: 'transferOut',
        description: body.DescriptionPayer ? body.DescriptionPayer : name,
        name,
        payee: { type: PAYEE_TYPE.external, saved: { name, bsb, accountNumber } },
        counts: [
          {
            ...categorySum(body.Purpose, today),
            of: 'from',
            cents: amount,
            limit: capOf(body.Purpose, cards),
            refusal: err('category_cap_reached', 'Amount'),
          },
        ],
        out: {
          method: 'external',
          bsb,
          accountNumber,
          reference: body.DescriptionRecipient,
          remitter: payer.remitter,
          purpose: body.Purpose,
          ...(instant ? { rail: 'call', valueDate: today } : { valueDate: atBank.valueDate }),
        },
      },
    );
    if (!plan.ok) return plan;
    const { writes } = plan.value;
    return ok({
      ...plan.value,
      to: instant ?? atBank.settlement,
      writes(writing, receipt) {
        writes?.(writing, receipt);
        if (reach === undefined) writing.add(noteBsbs, bsb);
      },
      refusals: { insufficient_funds: err('insufficient_funds', 'Amount') },
      answer: (receipt) => ({ ReceiptNumber: receipt.number, ...momentsOfHeld(receipt, facts.history, amount) }),
    });
  },
});

const noteBsbs = (tx: Tx, tenantId: number, bsbs: readonly string[]) => noteUnasked(tx, tenantId, bsbs);
