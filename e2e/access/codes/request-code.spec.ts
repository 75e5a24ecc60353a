import type { InboxMessage } from '@wattle/contract/sandbox/inbox.ts';
import { newestMessage } from '../../support/inbox.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { expect, test } from '../../support/test.ts';
import { zh } from '../../support/words.ts';

// Jack's card, for which no other test requests a code: contacts of new test people are too recent for one. No one
// signs in with it, because Jack uses his account. Three codes are sent per day: one for each width in English, and one
// on the phone in Chinese.
test('a person without a code requests one, reads it and signs in with it', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/stumps');
  await page.getByRole('link', { name: 'Request an access code' }).click();
  await expect(page).toHaveTitle('Request an access code - Stumps Club');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByLabel('Card ID').fill('100 0000-0124');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check for your code');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle('Check for your code - Stumps Club');
  await expect(page.getByText('Your old code works until you use the new one.')).toBeVisible();

  const message = await newestMessage(page, 'stumps', 'your new access code is');
  const code = /code is (\d{6})\./.exec(message)?.[1] ?? '';

  await page.getByRole('link', { name: 'Sign in with the new code' }).click();
  await expect(page.getByLabel('Card ID')).toHaveValue('10000000124');
  await page.getByLabel('Access code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
});

/** Access codes in the sandbox's inbox that are new, newest first. */
async function newCodes(server: RunningServer): Promise<readonly string[]> {
  const inbox = await fetch(`${server.url}/api/sandbox/inbox?brand=stumps`);
  const { Messages } = (await inbox.json()) as { Messages: readonly InboxMessage[] };
  return Messages.flatMap(({ Text }) => /new access code is (\d{6})\./.exec(Text)?.[1] ?? []);
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a person without a code requests one, reads it and signs in with it', { tag: ['@gate', '@phone'] }, async ({
    page,
    server,
  }) => {
    const known = await newCodes(server);
    await page.goto('/stumps');
    await page.getByRole('link', { name: zh('access:help.requestAccessCode') }).click();
    await expect(page.getByRole('heading', { level: 1, name: zh('recovery:request.access.title') })).toBeFocused();
    await page.getByLabel(zh('access:cardId.label')).fill('100 0000-0124');
    await page.getByRole('button', { name: zh('recovery:request.submit'), exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: zh('recovery:requested.title') })).toBeFocused();
    await expect.poll(async () => (await newCodes(server)).length).toBeGreaterThan(known.length);
    const code = (await newCodes(server)).find((one) => !known.includes(one)) ?? '';
    await page.getByRole('link', { name: zh('recovery:requested.access.signIn') }).click();
    await expect(page.getByLabel(zh('access:cardId.label'))).toHaveValue('10000000124');
    await page.getByLabel(zh('access:accessCode.label'), { exact: true }).fill(code);
    await page.getByRole('button', { name: zh('access:cardSignIn.submit'), exact: true }).click();
    await expect(page).toHaveURL(/\/stumps\/cardHome$/);
  });
});
