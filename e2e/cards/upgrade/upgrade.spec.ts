import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../../support/axe.ts';
import { atTheDesk } from '../../support/desk.ts';
import { liWei } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

const ACCOUNT = '200100025';

/** The newest activation code in the sandbox's inbox. */
async function newestCode(page: Page): Promise<string> {
  const inbox = await page.context().newPage();
  await inbox.goto('/wattle/sandbox/inbox');
  const newest = inbox.getByRole('article').filter({ hasText: '激活码' }).first();
  await expect(newest).toBeVisible();
  const code = /\b\d{6}\b/.exec((await newest.locator('.inbox-message__body').textContent()) ?? '')?.[0] ?? '';
  await inbox.close();
  return code;
}

test('an upgrade is requested, granted by the desk, and its card takes the place of the old one', {
  tag: '@phone',
}, async ({ page, server }) => {
  await signIn(page, liWei);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('link', { name: 'Upgrade this card' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Upgrade your card' })).toBeVisible();
  await expectNoAxeFindings(page);
  // From here the details can be read and not changed.
  await page.getByRole('link', { name: 'Check your name and address' }).click();
  await expect(page.getByRole('button', { name: 'Change Password' })).toHaveAttribute('aria-disabled', 'true');
  await page.goBack();
  await page.getByRole('button', { name: /^Request/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Upgrade requested' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Upgrade requested' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to your cards' }).click();
  await expect(page.getByRole('link', { name: 'Upgrade this card' })).toHaveCount(0);

  const found = await atTheDesk(server.url, [1, 'kate'], 'find', { input: { account: ACCOUNT } });
  const card = found.rows.find(({ number }) => String(number).endsWith('0066'))?.['card'];
  const given = { input: { card }, reason: 'checked' };
  const { request } = await atTheDesk(server.url, [1, 'kate'], 'grant-upgrade', given);
  await atTheDesk(server.url, [1, 'omar'], 'approve', { input: { request: request?.id } });

  await page.getByRole('link', { name: 'Activate upgraded card' }).click();
  await page.getByLabel('Activation code', { exact: true }).fill(await newestCode(page));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('New PIN', { exact: true }).fill('7391');
  await page.getByLabel('The same PIN again', { exact: true }).fill('7391');
  await page.getByRole('button', { name: 'Activate the card' }).click();
  await expect(page.getByText(/The card ending in \d{4} is active/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upgrade this card' })).toHaveCount(0);
});
