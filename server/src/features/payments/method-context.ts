import { openLedger } from '../../ledger/open-ledger.ts';
import type { BankingCalendar } from '../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import type { AnyKind, AtBank, PaymentTransaction } from './kind.ts';
import { dayOfPayment, methodNamed, type MethodTraits } from './method-traits.ts';
import type { PaymentMethods } from './payment-method.ts';

/** Data of a method that the engine needs for its payments. */
export type MethodContext = {
  readonly method: MethodTraits;
  /** Days on which it is carried out. */
  readonly calendar: BankingCalendar | 'every day';
  readonly atBank: AtBank | undefined;
};

const ledger = openLedger();

/** Read once for all payments of a kind in a batch; undefined: the kind has no method. */
export async function readMethodContext(
  { ctx, tx, tenantId }: PaymentTransaction,
  kind: AnyKind,
  now: number,
): Promise<MethodContext | undefined> {
  const methods = ctx.paymentMethods as PaymentMethods;
  const method = methods.find((one) => one.kind === kind) ?? (kind.leavesAs && methodNamed(methods, kind.leavesAs));
  if (!method) return undefined;
  const { bank, instant } = methodNamed(methods, method.leavesAs ?? method.name);
  if (method.onAnyDay && !bank) return { method, calendar: 'every day', atBank: undefined };
  const [calendar, ledgerAccountId, called] = await Promise.all([
    readBankingCalendar(tx),
    bank && ledger.settlementAccount(tx, tenantId, bank.account),
    instant && ledger.settlementAccount(tx, tenantId, instant.account),
  ]);
  const days = method.onAnyDay ? ('every day' as const) : calendar;
  if (!bank || ledgerAccountId === undefined) return { method, calendar: days, atBank: undefined };
  const counts = dayOfPayment(calendar, bank, ctx.config, now);
  const atBank = { settlement: { ledgerAccountId }, calendar, valueDate: counts };
  if (called === undefined) return { method, calendar: days, atBank };
  return { method, calendar: days, atBank: { ...atBank, instant: { ledgerAccountId: called } } };
}
