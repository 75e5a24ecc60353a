import type { Page } from '@playwright/test';
import { enterDetails, givenCard, type OwnCard } from '../support/own-people.ts';
import type { RunningServer } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function enterCard(page: Page, { number, code }: OwnCard): Promise<void> {
  await page.goto('/cardActivate');
  await field(page, 'Card number').fill(number);
  await field(page, 'Activation code').fill(code);
  await press(page, 'Continue');
}

/** Hostile script in the frame, which records what it could access. */
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
  test(
    'is left, then completed in its frame beside a hostile script, and the card is activated',
    {
      tag: ['@gate', '@phone'],
    },
    verify,
  );
});

async function verify({ page, server }: { readonly page: Page; readonly server: RunningServer }): Promise<void> {
  const card = await givenCard(server, { product: 1, check: 'ekyc' });
  await enterDetails(server, card, { firstName: 'Kit', surname: 'Lane', isChecked: true });
  await page.route('**/identity-sandbox.js', async (route) => {
    const served = await route.fetch();
    await route.fulfill({ response: served, body: `${HOSTILE}${await served.text()}` });
  });
  await enterCard(page, card);
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
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(frame.getByRole('heading', { name: 'Choose a document' })).toBeVisible();
  await page.reload();
  await frame.getByRole('radio', { name: 'Australian passport' }).check();
  await frame.getByRole('button', { name: 'Continue with greenID' }).click();
  await expect(heading(page, 'Choose a PIN')).toBeVisible();
  await field(page, 'New PIN').fill('4826');
  await field(page, 'Confirm PIN').fill('4826');
  await press(page, 'Activate card');
  await expect(page).toHaveURL(/\/cardActivationSuccess$/);
  // Opened directly the page has no origin either, or does not open.
  const alone = await page.context().newPage();
  await alone.goto('/identity-check').catch(() => undefined);
  expect(await alone.evaluate(() => self.origin)).toBe('null');
}
