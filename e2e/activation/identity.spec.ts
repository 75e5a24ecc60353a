import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const PASSWORD = 'Paperbark-Swamp-42';

const field = (page: Page, label: string | RegExp) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function enterCard(page: Page, number: string, code: string): Promise<void> {
  await page.goto('/cardActivate');
  await field(page, 'Card number').fill(number);
  await field(page, 'Activation code').fill(code);
  await press(page, 'Continue');
}

test('identity by the maiden name and the date of birth @phone', async ({ page }) => {
  await enterCard(page, '9036000000000090', '314159');
  await expect(heading(page, 'Confirm that it is you')).toBeVisible();
  const answer = async (name: string) => {
    await field(page, 'Mother’s maiden name').fill(name);
    await field(page, 'Day').fill('1');
    await field(page, 'Month').fill('2');
    await field(page, 'Year').fill('1990');
    await press(page, 'Continue');
  };
  await answer('Wren');
  await expect(page.getByRole('alert')).toContainText('Your identity could not be verified');
  await expectNoAxeFindings(page);
  await answer('harper');
  await expect(heading(page, 'How will you sign in?')).toBeVisible();
});

test('identity by questions, one after the other on a phone @phone', async ({ page }) => {
  await enterCard(page, '9036000000000108', '271828');
  await expect(heading(page, 'A few questions, so that we know it is you')).toBeVisible();
  const answer = async (suburb: string, cafe: string) => {
    await page.getByRole('radio', { name: suburb }).check();
    await press(page, 'Next question');
    await page.getByLabel("What is the name of the card's first merchant?").fill(cafe);
    await press(page, 'Check my answers');
  };
  await answer('Midland', 'Corner Cafe');
  await expect(page.getByRole('alert')).toContainText('Authentication failed.');
  await expectNoAxeFindings(page);
  await answer('Fremantle', 'corner cafe');
  await expect(heading(page, 'How will you sign in?')).toBeVisible();
});

/** What a hostile script in the frame tries to reach; it notes what it got. */
const HOSTILE = `
(async () => {
  const got = {};
  const attempt = async (name, work) => {
    try { got[name] = await work(); } catch { got[name] = 'kept out'; }
  };
  await attempt('storage', () => JSON.stringify({ ...localStorage, ...sessionStorage }));
  await attempt('cookies', () => document.cookie);
  await attempt('page', () => parent.document.title);
  await attempt('tokens', () => parent.sessionStorage.length);
  await attempt('call', async () => (await fetch('/api/config/getInstanceName', { credentials: 'include' })).status);
  await attempt('blindCall', async () => (await fetch('/api/token', { method: 'POST', mode: 'no-cors' })).type);
  await attempt('script', () => new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = () => resolve('loaded');
    script.onerror = reject;
    script.src = '/push-worker.js';
    document.head.append(script);
  }));
  await attempt('top', () => { top.location.href = '/error'; return 'left'; });
  got.origin = self.origin;
  window.got = got;
})();
`;

test.describe('electronic verification', () => {
  test.use({ isAttacked: true });
  test('left, then done in its frame beside a hostile script, and the card is activated @desktop', verify);
});

async function verify({ page }: { readonly page: Page }): Promise<void> {
  await page.route('**/identity-sandbox.js', async (route) => {
    const served = await route.fetch();
    await route.fulfill({ response: served, body: `${HOSTILE}${await served.text()}` });
  });
  await enterCard(page, '9036000000000082', '223606');
  await page.getByRole('link', { name: 'I am new here' }).click();
  await field(page, 'Email address').fill('kit.lane@example.com');
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'The same password again').fill(PASSWORD);
  await field(page, 'Security question').selectOption('2');
  await field(page, 'Your answer').fill('Fern');
  await press(page, 'Continue');
  await field(page, 'Title').selectOption('Ms');
  await field(page, 'First name').fill('Kit');
  await field(page, 'Last name').fill('Lane');
  await field(page, 'Day').fill('14');
  await field(page, 'Month').fill('7');
  await field(page, 'Year').fill('1988');
  await field(page, 'Mother’s maiden name').fill('Wren');
  await field(page, 'Mobile').fill('0400 000 778');
  await press(page, 'Type the address in yourself');
  await field(page, 'Address line 1').fill('14 Banksia Street');
  await field(page, 'Suburb').fill('Fremantle');
  await field(page, 'State (optional)').selectOption('WA');
  await field(page, 'Postcode').fill('6160');
  await press(page, 'Continue');
  await expect(heading(page, 'Is everything right?')).toBeVisible();
  await page.getByLabel('I have read the product disclosure statement and the privacy policy').check();
  await page.getByLabel('My details may be checked against official records').check();
  await press(page, 'Agree and continue');

  await expect(heading(page, 'Confirm who you are')).toBeVisible();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Choose a document' })).toBeVisible();
  const inside = page.frames().find((each) => each.url().endsWith('/identity-check'));
  await expect
    .poll(() => inside?.evaluate('window.got'))
    .toEqual({
      storage: 'kept out',
      cookies: 'kept out',
      page: 'kept out',
      tokens: 'kept out',
      call: 'kept out',
      blindCall: 'kept out',
      script: 'kept out',
      top: 'kept out',
      origin: 'null',
    });
  await frame.getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(page, 'You left the identity check')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(frame.getByRole('heading', { name: 'Choose a document' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.reload();
  await frame.getByRole('radio', { name: 'Australian passport' }).check();
  await frame.getByRole('button', { name: 'Continue with greenID' }).click();
  await expect(heading(page, 'Choose a PIN')).toBeVisible();
  await field(page, 'New PIN').fill('4826');
  await field(page, 'The same PIN again').fill('4826');
  await press(page, 'Activate the card');
  await expect(page).toHaveURL(/\/cardActivationSuccess$/);
  // Opened by its address the page has no origin either, or does not open at all.
  const alone = await page.context().newPage();
  await alone.goto('/identity-check').catch(() => undefined);
  expect(await alone.evaluate(() => self.origin)).toBe('null');
}
