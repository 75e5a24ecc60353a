import { goToPlace } from '../support/navigation.ts';
import { givenWebPerson, verify } from '../support/own-people.ts';
import type { RunningServer } from '../support/running-server.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { zh } from '../support/words.ts';

/** Person who may have an automatic top-up. */
async function givenVerified(server: RunningServer) {
  const person = await givenWebPerson(server, ['Jack', 'Martin'], { brand: 'stumps' });
  await verify(server, person);
  return person;
}

test('an automatic top-up by PayTo is approved, arrives, pauses, resumes and ends', { tag: '@phone' }, async ({
  page,
  server,
}) => {
  await signIn(page, await givenVerified(server));
  await goToPlace(page, 'Top up');
  await page.getByText('Automatic top-up', { exact: true }).click();
  await page.getByLabel('Top up when available balance falls below').fill('300');
  await page.getByLabel('Top up by').fill('500');
  await page.getByLabel('BSB').fill('000-111');
  await expect(page.getByText(/This account can use PayTo\.$/)).toBeVisible();
  await page.getByLabel('Account number').fill('9200 0001');
  await page.getByLabel('Account name').fill('Jack Martin');
  await expect(page.getByText('Below $300.00, we add $500.00. Up to $750.00 a day.')).toBeVisible();
  await page.getByRole('button', { name: 'Ask my bank' }).click();
  await expect(page.getByRole('heading', { name: 'Approve it in your bank’s app' })).toBeVisible();
  await expect(page.getByText('000-111 ··0001')).toBeVisible();

  // The sandbox's payer approves it 5 seconds later, and the first top-up follows.
  await expect(page.getByRole('heading', { name: 'Automatic top-up is on' })).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText('Added $500.00')).toBeVisible({ timeout: 40_000 });
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('heading', { name: 'You paused automatic top-up' })).toBeVisible();
  await page.getByRole('button', { name: 'Resume top-up' }).click();
  await expect(page.getByRole('heading', { name: 'Automatic top-up is on' })).toBeVisible({ timeout: 40_000 });
  await page.getByRole('button', { name: 'End this agreement' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End this agreement' }).click();
  await expect(page.getByRole('button', { name: 'Ask my bank' })).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a bank without PayTo leads to direct debit with what was typed', { tag: '@phone' }, async ({
    page,
    server,
  }) => {
    await signIn(page, await givenVerified(server));
    await page.goto('/stumps/topup');
    await page.getByText(zh('topup:auto.title'), { exact: true }).click();
    await page.getByLabel(zh('topup:auto.bsb'), { exact: true }).fill('000-101');
    await page.getByLabel(zh('topup:auto.accountNumber'), { exact: true }).fill('6120 0447');
    await page.getByRole('button', { name: zh('topup:payTo.useDebit') }).click();
    await expect(page.getByLabel(zh('topup:auto.bsb'), { exact: true })).toHaveValue('000-101');
    await expect(page.getByLabel(zh('topup:auto.accountNumber'), { exact: true })).toHaveValue('61200447');
    await expect(page.getByRole('button', { name: zh('topup:auto.action') })).toBeVisible();
  });
});
