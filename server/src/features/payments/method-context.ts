import { openLedger } from '../../ledger/open-ledger.ts';
import { type BankingCalendar, valueDate } from '../../platform/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../platform/banking-days/holiday.store.ts';
import type { AnyKind, AtBank, PaymentTransaction } from './kind.ts';
import { methodNamed, type MethodTraits } from './method-traits.ts';
import type { PaymentMethods } from './payment-method.ts';

/** Data of a method that the engine needs for its payments. */
export type MethodContext = {
  readonly method: MethodTraits;
  /** Days on which it is carried out. */
  readonly calendar: BankingCalendar | 'every day';
  readonly atBank: AtBank | undefined;
};

const ledger = openLedger();

/** Read once for all payments of a kind in a batch; undefined: the kind belongs to no method. */
export async function readMethodContext(
  { ctx, tx, tenantId }: PaymentTransaction,
  kind: AnyKind,
  now: number,
): Promise<MethodContext | undefined> {
  const methods = ctx.paymentMethods as PaymentMethods;
  const method = methods.find((one) => one.kind === kind);
  if (!method) return undefined;
  if (method.onAnyDay) return { method, calendar: 'every day', atBank: undefined };
  const { bank } = methodNamed(methods, method.leavesAs ?? method.name);
  const [calendar, ledgerAccountId] = await Promise.all([
    readBankingCalendar(tx),
    bank && ledger.settlementAccount(tx, tenantId, bank.account),
  ]);
  if (!bank || ledgerAccountId === undefined) return { method, calendar, atBank: undefined };
  const counts = valueDate(calendar, ctx.config.cutOffs[bank.cutOff], now);
  return { method, calendar, atBank: { settlement: { ledgerAccountId }, calendar, valueDate: counts } };
}
