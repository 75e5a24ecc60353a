import { getAlerts, saveAlerts } from '@wattle/contract/alerts/alerts.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { expectText, press } from '../../../test-support/by-hand.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import { answer, fail, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';

/** Amelia is reached by email and SMS, and is told of nothing yet. */
async function openAlerts(reached = true): Promise<void> {
  givenAccount();
  answer(getPersonalDetails, () => Response.json({ error: ['429'] }, { status: 429 }));
  answer(getAlerts, {
    AccountNumber: '200100017',
    Alerts: [],
    IsEmailAlertEnabled: reached,
    IsSmsAlertEnabled: reached,
    IsPushNotificationAlertEnabled: false,
  });
  await openScreen('/settings/alerts', { as: 'account' });
}

test('requires an amount in digits and offers suggestions', async () => {
  await openAlerts();
  answer(saveAlerts, ({ body }) => {
    answer(getAlerts, {
      AccountNumber: '200100017',
      Alerts: [...body.Alerts],
      IsEmailAlertEnabled: true,
      IsSmsAlertEnabled: true,
      IsPushNotificationAlertEnabled: false,
    });
    return { IsSuccessful: true as const };
  });
  await page
    .getByRole('button', { name: /^Change/ })
    .first()
    .click();
  await page.getByRole('checkbox', { name: 'Large purchases by SMS' }).click();
  const amount = page.getByLabelText('Purchases above, in dollars');
  await amount.fill('x');
  await press('Save alerts');
  await expectText(page.getByRole('alert').filter({ hasText: 'digits' }), /Enter the amount in digits, such as 12.50/);
  await press('$50');
  await expect.element(amount).toHaveValue('50');
  await expectAccessible();
  expect(sent(saveAlerts)).toEqual([]);
  await press('Save alerts');
  await expect.element(page.getByText('Above $50.00')).toBeVisible();
  const [told] = sent(saveAlerts)[0]?.body.Alerts ?? [];
  expect(told).toMatchObject({ AlertType: 2, TransactionOverValue: 50 });
  await expectAccessible();
});

test('does not show an alert as saved when its response is lost', async () => {
  await openAlerts();
  fail(saveAlerts, 0);
  await page
    .getByRole('button', { name: /^Change/ })
    .first()
    .click();
  await page.getByRole('checkbox', { name: 'Large purchases by SMS' }).click();
  await press('$50');
  await press('Save alerts');
  await expectText(page.getByRole('alert').filter({ hasText: 'We didn’t get a reply' }), /We didn’t get a reply/);
  await expect.element(page.getByLabelText('Purchases above, in dollars')).toHaveValue('50');
});

test('tells a user without contact details', async () => {
  await openAlerts(false);
  await expect
    .element(page.getByText('Add an email address or mobile number first, so we can reach you'))
    .toBeVisible();
  await expectAccessible();
});
