import { type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import type { Recurring } from '@wattle/contract/rules/schedule-dates.ts';
import type { MethodTransactionKind } from '@wattle/contract/rules/payment-methods.ts';
import type { PayeeType } from '@wattle/contract/transfers/payee.ts';
import type { PaymentFields } from '@wattle/contract/transfers/method-call.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { type Cents, toDollars } from '../../platform/money.ts';
import {
  type Count,
  dailyPayments,
  type Effect,
  nowBody,
  type Person,
  type Plan,
  type Receipt,
  type Writing,
} from '../payments/public.ts';
import { keepPaymentOut, type PaymentOut } from '../settlement/public.ts';
import { checkDestination } from './destinations/check-destination.ts';
import type { DestinationHistory } from './destinations/destination-history.ts';
import { savingPayee } from './payees/save-payee.ts';
import type { PayeeFlags } from './payees/saved-payees.domain.ts';
import { dailyLimitOf, type PayingCard } from './paying-account.ts';

type Payer = { readonly memberAccountId: bigint; readonly ledgerAccountId: bigint; readonly chosenLimit: Cents | null };

/** Payer and amount. */
type Ordered = {
  readonly person: Person;
  /** The day in Melbourne. */
  readonly today: string;
  readonly payer: Payer;
  readonly amount: Cents;
};

type Posted = {
  /** Request field of the paying account. */
  readonly field: string;
  readonly kind: MethodTransactionKind;
  /** Description for the payer, and the name of the payee. */
  readonly description: string;
  readonly name: string;
  /** Destination at the bank. Absent: the payment stays within the programme. */
  readonly out?: Pick<PaymentOut, 'method' | 'bsb' | 'accountNumber' | 'reference' | 'remitter' | 'valueDate'> &
    Partial<PaymentOut>;
  /** Records its destination. */
  note(writing: Writing, receipt: Receipt): void;
};

/** Debit and rows of a payment that a person has ordered. */
export function postingOf(
  { person, today, payer, amount }: Ordered,
  { field, kind, description, name, out, note }: Posted,
) {
  return {
    from: { ...payer, field, ifClosed: 'invalid_card_details', kind, description, counterparty: name } as const,
    amount,
    code: TRANSFER_CODE[kind],
    writes(writing: Writing, receipt: Receipt) {
      note(writing, receipt);
      if (!out) return;
      keepPaymentOut(writing, {
        transferId: receipt.transferId,
        memberAccountId: payer.memberAccountId,
        name,
        amount,
        paidOn: today,
        countedOn: person.countedOn ?? today,
        ...out,
      });
    },
  };
}

/** Times of a payment and of the end of its hold, as in answers. */
export function momentsOf({ at, heldUntil }: Receipt) {
  return { TransactionDate: new Date(at).toISOString(), HeldUntil: heldUntil };
}

/** The same, and of a held payment the sum that it is held for: all that was ordered to new payees within a day. */
export function momentsOfHeld(receipt: Receipt, history: DestinationHistory, amount: Cents) {
  const moments = momentsOf(receipt);
  if (receipt.heldUntil === null) return moments;
  return { ...moments, NewPayeesTotal: toDollars(history.recentNew.ordered + amount) };
}

type Order = Ordered & {
  /** The call of its method, and the parsed body. */
  readonly call: { readonly operation: { readonly name: string }; readonly fields: PaymentFields };
  readonly body: Readonly<Record<string, unknown>> & Omit<PayeeFlags, 'name' | 'bsb' | 'accountNumber'>;
  /** Cards of the payer that may pay it. */
  readonly cards: readonly PayingCard[];
  readonly history: DestinationHistory;
  /** Undefined: it is paid now. */
  readonly recurring: Recurring | undefined;
  readonly purpose?: number;
  /** True: an account of the payer's own. */
  readonly isOwn?: boolean;
};

type Ways<E extends ErrorName> = Omit<Posted, 'field' | 'note'> & {
  /** Payee that the call may save. Absent: the method has no saved payees. */
  readonly payee?: { readonly type: PayeeType; readonly saved: Pick<PayeeFlags, 'name' | 'bsb' | 'accountNumber'> };
  /** Sums of the method, besides the daily one. */
  readonly counts?: readonly Count<E>[];
  /** Fields that are stored for a later day, besides those of the body. */
  readonly stored?: Readonly<Record<string, unknown>>;
};

type Common =
  | 'invalid_card_details'
  | 'card_problem'
  | 'payee_reported'
  | 'daily_limit_reached'
  | 'proof_needed'
  | 'required_field'
  | 'not_found';

/** The parts that every payment by a method has: its proof, its limits, its payee, and what is stored for a later day. */
export function planOrder<E extends ErrorName>(
  order: Order,
  { payee, counts: own = [], stored, ...ways }: Ways<E>,
): Result<Omit<Plan<never, E | Common>, 'to' | 'answer'>, Common> {
  const { person, today, call, body, payer, cards, amount, recurring } = order;
  const { account: field, amount: amountField, number: payeeField, dates } = call.fields;
  const checks = checkDestination({
    ...order,
    content: person.replaces?.agreed ?? paymentProof(call.operation.name, body),
    isChange: recurring !== undefined || body.IsNewPayee === true || body.IsUpdatePayee === true,
    field,
    payeeField,
  });
  if (!checks.ok) return checks;
  const { effects, counts, note, holdUntil } = checks.value;
  const saving: readonly Effect<Common>[] = payee ? savingPayee(person, payee.type, { ...body, ...payee.saved }) : [];
  return ok({
    ...postingOf(order, { ...ways, field, note }),
    countsTowards: [dailyPayments(today, amount, dailyLimitOf(payer, cards), amountField), ...own, ...counts],
    effects: [...saving, ...effects],
    deferral: { recurring, body: nowBody({ ...body, ...stored }, dates), note, holdUntil },
  });
}
