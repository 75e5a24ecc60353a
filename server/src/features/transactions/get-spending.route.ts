import { err, ok } from '@wattle/contract/errors.ts';
import { getSpending } from '@wattle/contract/transactions/get-spending.ts';
import { handleRead } from '../../http/handle.ts';
import { dayAt } from '../../platform/clock.ts';
import { toDollars } from '../../platform/money.ts';
import { findShownCard } from '../cards/public.ts';
import { monthsShown, pictureOf } from './spending.domain.ts';
import { readInterestSince, readSpending } from './transaction.store.ts';

export const getSpendingRoute = handleRead(getSpending, async ({ body, session, tx, ctx }) => {
  const card = await findShownCard(tx, session, body.Card, ctx.clocks);
  if (!card) return err('invalid_card_details');
  const today = dayAt(ctx.clocks.business.now());
  const months = monthsShown(today);
  const first = months[0] ?? today;
  const current = months.at(-1) ?? today;
  const dayOfMonth = Number(today.slice(8));
  const rows = await readSpending(tx, session.tenantId, card.member_account_id, first, dayOfMonth);
  const picture = pictureOf(months, rows);
  const interest = await readInterestSince(tx, session.tenantId, card.ledger_account_id, current);
  return ok({
    Months: picture.months.map(({ month, cents }) => ({ Month: month, Amount: toDollars(cents) })),
    Categories: picture.categories.map(({ category, cents }) => ({ Category: category, Amount: toDollars(cents) })),
    PreviousToDate: toDollars(picture.previousToDate),
    InterestThisMonth: toDollars(interest),
  });
});
