import { getCardDetails } from '@wattle/contract/cards/home.ts';
import {
  deleteSavingsGoal,
  getSavingsGoals,
  releaseSavings,
  type Savings,
  saveSavingsGoal,
  setSavingsPurchases,
} from '@wattle/contract/savings/savings.ts';
import { returnFundStatus } from '@wattle/contract/returns/returns.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { givenAccount, givenDetails } from '../../../test-support/given-account.ts';
import { givenPerson } from '../../../test-support/given-person.ts';
import { answer, refuse, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { givenCard } from '../../../test-support/signed-in.ts';
import { paths } from '../../paths.ts';

const ID = '5f2f3f0a-7f0e-4a57-9d0c-0d9b6d1b7a10';
const NONE: Savings = { Goals: [], KeptAside: 0, AvailableAccountBalance: 640.25, IsPurchaseDeclined: false };
const HOLIDAY: Savings = {
  ...NONE,
  Goals: [{ Id: ID, Name: 'Holiday', Amount: 80 }],
  KeptAside: 80,
  AvailableAccountBalance: 560.25,
};
const WITH_KEPT = givenCard({ AvailableAccountBalance: 560.25, KeptAside: 80 });
const button = (name: string | RegExp) => page.getByRole('button', { name });

test('a goal is added, with more than what is left refused before it is sent', async () => {
  givenAccount([givenCard()]);
  answer(getSavingsGoals, NONE);
  answer(saveSavingsGoal, HOLIDAY);
  await openScreen(paths.savings(), { as: 'account' });
  await expect.element(page.getByText('No goals yet')).toBeVisible();
  await button('Add a goal').click();
  await page.getByLabelText('Goal', { exact: true }).fill('Holiday');
  await page.getByLabelText('Keep aside').fill('640.26');
  await button('Keep it aside').click();
  await expect.element(page.getByText('Enter up to $640.25').first()).toBeVisible();
  await expectAccessible();
  answer(getSavingsGoals, HOLIDAY);
  await page.getByLabelText('Keep aside').fill('80');
  await button('Keep it aside').click();
  await expect.element(button(/^Holiday/)).toBeVisible();
  expect(sent(saveSavingsGoal)).toMatchObject([{ body: { accountNumber: '200100017', Name: 'Holiday', Amount: 80 } }]);
});

test('a goal is emptied and deleted', async () => {
  givenAccount([WITH_KEPT]);
  answer(getSavingsGoals, HOLIDAY);
  answer(saveSavingsGoal, NONE);
  answer(deleteSavingsGoal, NONE);
  await openScreen(paths.savings(), { as: 'account' });
  await button(/^Holiday/).click();
  await button('Release $80.00').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent(saveSavingsGoal)).toMatchObject([{ body: { Id: ID, Name: 'Holiday', Amount: 0 } }]);
  await button(/^Holiday/).click();
  await button('Delete goal').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent(deleteSavingsGoal)).toMatchObject([{ body: { Id: ID } }]);
});

test('purchases that need it are declined by choice, and a failure says so', async () => {
  givenAccount([WITH_KEPT]);
  answer(getSavingsGoals, HOLIDAY);
  refuse(setSavingsPurchases, 'invalid_card_details');
  await openScreen(paths.savings(), { as: 'account' });
  const choice = page.getByRole('switch', { name: /^Decline purchases that need it/ });
  await choice.click();
  await expect.element(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  answer(setSavingsPurchases, { IsSuccessful: true });
  answer(getSavingsGoals, { ...HOLIDAY, IsPurchaseDeclined: true });
  await choice.click();
  await expect.element(choice).toBeChecked();
  expect(sent(setSavingsPurchases)).toHaveLength(2);
});

test('what fees have used is told', async () => {
  givenAccount([WITH_KEPT]);
  answer(getSavingsGoals, { ...HOLIDAY, KeptAside: 50, AvailableAccountBalance: 0 });
  await openScreen(paths.savings(), { as: 'account' });
  await expect.element(page.getByText(/add up to \$80\.00.*\$50\.00 is left for them/)).toBeVisible();
});

test('the card home shows what is left to spend, and what is kept aside', async () => {
  givenAccount([WITH_KEPT]);
  answer(getCardDetails, givenDetails({ AvailableAccountBalance: 560.25, KeptAside: 80 }));
  await openScreen(paths.cardHome(), { as: 'account' });
  await expect.element(page.getByText('Left to spend')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'You’ve kept $80.00 aside' })).toBeVisible();
});

test('a return of funds asks to release it first, with one press', async () => {
  givenAccount([WITH_KEPT]);
  givenPerson();
  const status = { CanRequestFund: false, Refusal: '20319', HasPendingTransation: false, HeldUntil: null };
  answer(returnFundStatus, status);
  answer(releaseSavings, NONE);
  await openScreen(paths.returnFund(), { as: 'account' });
  await expect.element(page.getByText('You’ve kept $80.00 aside')).toBeVisible();
  await expectAccessible();
  answer(returnFundStatus, { ...status, CanRequestFund: true, Refusal: null });
  await button('Release $80.00').click();
  await expect.element(button('Check return')).toBeVisible();
  expect(sent(releaseSavings)).toMatchObject([{ body: { accountNumber: '200100017', AmountLeft: 640.25 } }]);
});
