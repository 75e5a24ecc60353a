import { returnFundStatus } from '@wattle/contract/returns/returns.ts';
import { getPaymentDates } from '@wattle/contract/schedules/schedules.ts';
import { getBsbDetails } from '@wattle/contract/transfers/bsb.ts';
import { getPaymentHold } from '@wattle/contract/transfers/payment-hold.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectText, field, press, title } from '../../../test-support/by-hand.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import { givenPerson } from '../../../test-support/given-person.ts';
import { answer, fail } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { wordsIn } from '../../../test-support/words.ts';
import { returnFundsJourney } from './return-funds-journey.ts';

beforeEach(() => {
  returnFundsJourney.throwAway();
  givenAccount();
  givenPerson();
  answer(returnFundStatus, { CanRequestFund: true, Refusal: null, HasPendingTransation: false, HeldUntil: null });
  const day = '2026-11-21';
  answer(getPaymentDates, {
    IsStraightAway: false,
    Rail: 'file',
    OtherwiseArrives: null,
    Payments: [{ PlannedDate: day, PaymentDate: day, ArrivalDate: '2026-11-24' }],
    Last: null,
  });
  answer(getBsbDetails, { _entity: 'Testbank Sydney' });
});

async function openReview(): Promise<void> {
  await openScreen('/returnFund', { as: 'account' });
  await field('BSB').fill('000-101');
  await field('Account number').fill('6120 0447');
  await press('Check return');
  await expectText(title, 'Check this return');
}

test('a return that will be held says when it leaves', async () => {
  answer(getPaymentHold, { HeldUntil: '2026-11-21T02:05:00.000Z', NewPayeesTotal: 640.25 });
  await openReview();
  await expect.element(page.getByText(/^We’ll send it tomorrow at 1:05 pm\./)).toBeVisible();
});

test('a return of which nothing is known says that it may be held', async () => {
  fail(getPaymentHold, 503);
  await openReview();
  await expect.element(page.getByText(wordsIn('enAU', 'returns:heldBefore'))).toBeVisible();
});
