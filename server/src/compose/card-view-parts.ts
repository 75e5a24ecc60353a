import type { CardViewPart } from '../features/card-facts/card-view-part.ts';
import { interestView } from '../features/cards/home/interest.view.ts';
import { debtView } from '../features/debts/debt.view.ts';
import { autoTopupView } from '../features/topup/auto/auto-topup.view.ts';
import { spentTodayView } from '../features/network/spent-today.view.ts';
import { dailyLimitView } from '../features/payments/daily-limit.view.ts';
import { untilPaydayView } from '../features/payday/payday.view.ts';
import { scheduledCountView } from '../features/schedules/scheduled-count.view.ts';

import { paymentMethods } from './payment-methods.ts';

/** Contributions of features to the list of cards and to a card's details. */
export const cardViewParts: readonly CardViewPart[] = [
  autoTopupView,
  interestView,
  dailyLimitView,
  debtView,
  scheduledCountView,
  untilPaydayView(paymentMethods),
  spentTodayView,
];
