import { zh } from '../support/words.ts';
import { expect, test } from '../support/test.ts';

// A sign-up uses up a demo account with old contacts and without a login.
test.use({ ownServer: true, locale: 'zh-CN' });

const PASSWORD = 'Golden-Banksia-2026';

test('a member signs up in Chinese', { tag: ['@gate', '@phone'] }, async ({ page }) => {
  await page.goto('/stumps/signup');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('signup:title'));
  await page.getByLabel(zh('signup:account.label')).fill('100200300');
  await page.getByLabel(zh('signup:username.label')).fill('robin.vale');
  await page.getByLabel(zh('signup:password.label'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(zh('signup:confirm.label'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: zh('signup:submit') }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: zh('signup:statement.accept') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('signup:code.title'));
  const inbox = await page.context().newPage();
  await inbox.goto('/stumps/sandbox/inbox');
  // The message is in the member's language, English.
  const message = inbox.getByRole('article').filter({ hasText: 'code to sign up' }).first();
  const code = /(?<!\d)\d{6}(?!\d)/.exec((await message.textContent()) ?? '')?.[0] ?? '';
  await inbox.close();
  await page.getByLabel(zh('signup:code.label')).fill(code);
  await page.getByRole('button', { name: zh('signup:code.submit') }).click();
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
});
