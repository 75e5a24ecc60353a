import { BANK_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CATEGORY, type TransferCategory } from '@wattle/contract/transfers/transfer.ts';
import { getRemainingExternalTransferLimitDetails } from '@wattle/contract/transfers/limits.ts';
import { handleRead } from '../../../http/handle.ts';
import { leftToSpend } from '../../../ledger/aside.domain.ts';
import { readAside } from '../../../ledger/keep-aside.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { type Cents, toDollars } from '../../../platform/money.ts';
import { findShownCard } from '../../card-facts/public.ts';
import { categorySum, dailyPayments, readSum } from '../../payments/public.ts';
import { findPayingAccount, dailyLimitOf } from '../paying-account.ts';
import { capOf } from '../payment-caps.domain.ts';

const ledger = openLedger();

export const getRemainingLimitsRoute = handleRead(
  getRemainingExternalTransferLimitDetails,
  async ({ body: { Card }, session, tx, ctx }) => {
    const { tenantId } = session;
    const card = await findShownCard(tx, session, Card, ctx.clocks);
    const account = card && (await findPayingAccount({ ctx, tx, tenantId }, session, Card.AccountNumber));
    if (!account) return err('invalid_card_details', 'Card');
    const { memberAccountId, ledgerAccountId } = account;
    const today = dayAt(ctx.clocks.business.now());
    const cards = account.cards.filter(({ methods }) => BANK_METHODS.some((method) => methods.has(method)));
    const dailyLimit = dailyLimitOf(account, cards.length > 0 ? cards : account.cards);
    const sumOf = (sum: { counter: string; since: string }) => readSum(tx, tenantId, { memberAccountId, ...sum });
    const ofCategory = async (category: TransferCategory) => {
      const cap = capOf(category, cards);
      return { cap, left: left(cap, await sumOf(categorySum(category, today))) };
    };
    const [balance, aside, daily, housing, other] = await Promise.all([
      ledger.balance(tx, tenantId, ledgerAccountId),
      readAside(tx, tenantId, ledgerAccountId),
      sumOf(dailyPayments(today, 0n, dailyLimit, '')),
      ofCategory(TRANSFER_CATEGORY.housing),
      ofCategory(TRANSFER_CATEGORY.otherExpenses),
    ]);
    if (!balance) throw new Error('an account has no balance');
    return ok({
      AvailableAccountBalance: toDollars(leftToSpend(balance.balance - balance.held, aside.cents)),
      CurrentBalance: toDollars(balance.balance),
      PaymentLimitEnabled: dailyLimit !== null,
      CurrentDailyPaymentLimit: dollars(dailyLimit),
      RemainingDailyPaymentLimit: dollars(left(dailyLimit, daily)),
      HousingPaymentLimitDefault: dollars(housing.cap),
      HousingPaymentLimitAvailable: dollars(housing.left),
      OtherExpenseLimitDefault: dollars(other.cap),
      OtherExpenseLimitAvailable: dollars(other.left),
    });
  },
);

function left(limit: Cents | null, used: Cents): Cents | null {
  if (limit === null) return null;
  return used > limit ? 0n : limit - used;
}

function dollars(cents: Cents | null): number | null {
  return cents === null ? null : toDollars(cents);
}
