import type { BodyOf } from '@wattle/contract/operation.ts';
import { keptMonthDay } from '@wattle/contract/rules/schedule-dates.ts';
import { entriesOf } from '@wattle/contract/rules/typed-names.ts';
import { changeScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import { TRANSFER_DATES } from '@wattle/contract/transfers/transfer.ts';
import {
  type AnyKind,
  type CallInput,
  type MethodContext,
  methodNamed,
  type Payment,
  type PaymentMethods,
  type PaymentTransaction,
  readMethodContext,
} from '../payments/public.ts';
import type { Schedule } from './schedule.store.ts';
import { readBody } from './stored-body.ts';

type Change = CallInput<BodyOf<typeof changeScheduledPayment>>;

/** Order that a changed schedule is made by, as a call of its method would make it. */
type Order = {
  readonly kind: AnyKind;
  readonly input: CallInput<unknown>;
  readonly facts: unknown;
  readonly context: MethodContext | undefined;
};

export type ChangedOrder = {
  /** Names that the fields of the method have in the change. */
  readonly fields: Readonly<Record<string, string>>;
  /** Undefined: its method or its stored body cannot be changed so. */
  readonly order: Order | undefined;
};

/** Order by the method of a schedule: its stored body with what is changed. */
export async function readOrder(
  payment: Payment<Change>,
  within: PaymentTransaction,
  schedule: Schedule,
  by: string,
): Promise<ChangedOrder> {
  const { person, body } = payment.input;
  const { kind, fields: names } = methodNamed(within.ctx.paymentMethods as PaymentMethods, schedule.kind);
  const { account, amount, dates, description } = names;
  if (account === undefined || amount === undefined || !dates || description === null) {
    return { fields: {}, order: undefined };
  }
  const { recurring, progress } = schedule;
  const changed: Record<string, unknown> = { [amount]: body.Amount, [description]: body.Description ?? null };
  const fields: Record<string, string> = {
    [account]: 'accountNumber',
    [amount]: 'Amount',
    [description]: 'Description',
  };
  for (const [part, name] of entriesOf(TRANSFER_DATES)) {
    changed[dates[part]] = body[name] ?? null;
    fields[dates[part]] = name;
  }
  const stored = readBody(within.ctx, { kind: schedule.kind, body: { ...schedule.body, ...changed } });
  if (stored === undefined) return { fields, order: undefined };
  const after = { frequency: body.PaymentFrequency, firstDay: body.FutureDate ?? body.StartDate ?? null };
  const monthDay = keptMonthDay({ ...recurring, nextDay: progress.nextDay }, after);
  const agreed = paymentProof(changeScheduledPayment.name, body);
  const input = { person: { ...person, replaces: { id: schedule.id, by, monthDay, agreed } }, body: stored };
  const asked = { ...payment, input };
  const [context, facts] = await Promise.all([
    readMethodContext(within, kind, payment.now),
    'readMany' in kind ? kind.readMany([asked], within).then(([one]) => one) : kind.read(asked, within),
  ]);
  return { fields, order: { kind, input, facts, context } };
}
