import { getAlerts, saveAlerts } from '@wattle/contract/alerts/alerts.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { expectText, press } from '../../../test-support/by-hand.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import { answer, fail, sent } from '../../../test-support/given-server.ts';
import { openScreen, reloadScreen } from '../../../test-support/open-screen.tsx';
import { givenDevice } from '../../../test-support/signed-in.ts';

const REACHED = {
  AccountNumber: '200100017',
  Alerts: [],
  IsEmailAlertEnabled: true,
  IsSmsAlertEnabled: true,
  IsPushNotificationAlertEnabled: false,
};

/** Amelia is reached by email and SMS, and has no alerts yet. */
async function openAlerts(reachable = true): Promise<void> {
  givenAccount();
  answer(getPersonalDetails, () => Response.json({ error: ['429'] }, { status: 429 }));
  answer(getAlerts, { ...REACHED, IsEmailAlertEnabled: reachable, IsSmsAlertEnabled: reachable });
  givenDevice();
  await openScreen('/settings/alerts', { as: 'account' });
}

/** The server keeps each save. */
function givenSaving(): void {
  answer(saveAlerts, ({ body }) => {
    answer(getAlerts, { ...REACHED, Alerts: [...body.Alerts] });
    return { IsSuccessful: true as const };
  });
}

const large = page.getByRole('switch', { name: /^Large purchases/ });
const ways = page.getByRole('group', { name: 'Large purchases: how we tell you' });
const way = (name: string) => ways.getByRole('button', { name, exact: true });
const toast = page.getByRole('region', { name: 'Message', exact: true });

test('a switch acts at once, by the quickest way, and is undone', async () => {
  await openAlerts();
  givenSaving();
  await expect.element(large).not.toBeChecked();
  await expect.element(ways).not.toBeInTheDocument();
  await large.click();
  await expect.element(large).toBeChecked();
  await expect.element(way('Email')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(way('SMS')).toHaveAttribute('aria-pressed', 'false');
  // Push does not reach her, so it is not offered.
  await expect.element(way('Push')).not.toBeInTheDocument();
  await expectText(toast, /Large purchases: Email/);
  await expectAccessibleInBothSchemes();
  expect(sent(saveAlerts).at(-1)?.body.Alerts).toMatchObject([{ AlertType: 1, TransactionOverValue: 500 }]);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.element(large).not.toBeChecked();
  await expect.poll(() => sent(saveAlerts).at(-1)?.body.Alerts).toEqual([]);
});

test('two ways that are pressed quickly are both kept, and without a way the kind is off', async () => {
  await openAlerts();
  givenSaving();
  await large.click();
  await way('SMS').click();
  await way('Email').click();
  await expect.poll(() => sent(saveAlerts).length).toBe(3);
  expect(sent(saveAlerts).at(-1)?.body.Alerts).toMatchObject([{ AlertType: 2, TransactionOverValue: 500 }]);
  await way('SMS').click();
  await expect.element(large).not.toBeChecked();
  await large.click();
  await expect.element(way('SMS')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(way('Email')).toHaveAttribute('aria-pressed', 'false');
});

test('an amount is pressed or typed, in digits', async () => {
  await openAlerts();
  givenSaving();
  await large.click();
  const amount = page.getByRole('button', { name: /Change the amount for large purchases$/ });
  await amount.click();
  await press('$50');
  await expect.element(amount).toHaveFocus();
  await expect.element(page.getByText('$50 or more')).toBeVisible();
  await expect.poll(() => sent(saveAlerts).at(-1)?.body.Alerts).toMatchObject([{ TransactionOverValue: 50 }]);
  await amount.click();
  const field = page.getByLabelText('Purchases of this much or more, in dollars');
  await expect.element(field).toHaveFocus();
  await field.fill('x');
  await press('Save amount');
  await expect
    .element(field)
    .toHaveAccessibleDescription(/Enter the amount in digits with up to 2 decimals, such as 12.50/);
  await expectAccessible();
  await field.fill('75');
  await press('Save amount');
  await expect.element(page.getByText('$75 or more')).toBeVisible();
  await expect.poll(() => sent(saveAlerts).at(-1)?.body.Alerts).toMatchObject([{ TransactionOverValue: 75 }]);
});

test('a reload shows what was saved, and saves nothing by itself', async () => {
  await openAlerts();
  givenSaving();
  await large.click();
  await way('SMS').click();
  await expect.poll(() => sent(saveAlerts).length).toBe(2);
  await page.getByRole('button', { name: /Change the amount for large purchases$/ }).click();
  reloadScreen();
  await expect.element(large).toBeChecked();
  await expect.element(way('Email')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(way('SMS')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByText('$500 or more')).toBeVisible();
  // A change on its way may have been saved or not: the page shows which.
  answer(saveAlerts, () => new Promise<never>(() => undefined));
  await large.click();
  await expect.poll(() => sent(saveAlerts).length).toBe(3);
  reloadScreen();
  await expect.element(large).toBeChecked();
  expect(sent(saveAlerts)).toHaveLength(3);
});

test('a change whose response is lost goes back and says so', async () => {
  await openAlerts();
  fail(saveAlerts, 0);
  await large.click();
  await expectText(page.getByRole('alert').filter({ hasText: 'not sure' }), /We’re not sure this was changed/);
  await expect.element(large).not.toBeChecked();
  await expect.element(toast).not.toBeInTheDocument();
  await expectAccessible();
});

test('says that a user has no contact details, and turns nothing on', async () => {
  await openAlerts(false);
  const words = page.getByText('Add or confirm an email address or mobile number first, so we can reach you');
  await expect.element(words).toBeVisible();
  await large.click();
  await expect.element(large).not.toBeChecked();
  expect(sent(saveAlerts)).toEqual([]);
  await expectAccessible();
});
