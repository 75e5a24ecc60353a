import type { Page } from '@playwright/test';
import { amelia, jack, noah } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { pressSignOut } from '../../support/navigation.ts';

type Kept = { readonly accessToken: string; readonly refreshToken: string };

async function keptSession(page: Page): Promise<Kept> {
  const text = await page.evaluate(() => sessionStorage.getItem('wattle.session'));
  return JSON.parse(text ?? 'null') as Kept;
}

test('an expired access token is renewed, and a sign-out while offline ends both sessions at the server', {
  tag: '@gate',
}, async ({ page, context, request }) => {
  await signIn(page, jack);
  await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('wattle.session') ?? '{}') as Record<string, unknown>;
    sessionStorage.setItem('wattle.session', JSON.stringify({ ...kept, accessToken: 'worn-out' }));
  });
  const renewed = page.waitForResponse((response) => response.url().endsWith('/api/token') && response.ok());
  await page.reload();
  expect((await renewed).request().postData()).toContain('grant_type=refresh_token');
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // It is stored a moment after its response.
  await expect.poll(async () => (await keptSession(page)).accessToken).not.toBe('worn-out');

  const places = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
  await places.getByRole('link', { name: 'Transactions' }).click();
  await expect(page).toHaveURL(/\/stumps\/transactions$/);
  const { accessToken, refreshToken } = await keptSession(page);
  const bearer = { Authorization: `Bearer ${accessToken}`, 'Wattle-Brand': 'stumps' };
  expect((await request.get('/api/onlineAccount/', { headers: bearer })).status()).toBe(200);

  // Offline at first: the revocation is sent once the device is online.
  await context.setOffline(true);
  await pressSignOut(page);
  await expect(page).toHaveURL(/\/stumps\/login$/);
  await context.setOffline(false);
  // The page is closed when the network returns, so its responses are lost and the server is queried instead.
  const asked = async () => (await request.get('/api/onlineAccount/', { headers: bearer })).status();
  await expect.poll(asked).toBe(401);
  // A tab that has not loaded sign-in before reloads for it.
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(await keptSession(page)).toBeNull();

  const renewal = await request.post('/api/token', {
    form: { grant_type: 'refresh_token', brand: 'stumps', tenantId: '1', brandId: '2', refresh_token: refreshToken },
  });
  expect(renewal.status()).toBe(400);

  // The previous page belongs to the ended session.
  await page.goBack();
  await expect(page).toHaveURL(/\/stumps\/?$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Sign in/);
});

test('a signed-in page in a new tab continues the session, unlike a public page or another brand', async ({
  page,
  context,
}) => {
  await signIn(page, amelia);
  const other = await context.newPage();
  await other.goto('/transactions');
  await expect(other.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  expect(await keptSession(other)).toEqual(await keptSession(page));

  // It clears only its own session: the first tab stays signed in.
  const reading = await context.newPage();
  await reading.goto('/privacy');
  await expect(reading.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await keptSession(reading)).toBeNull();
  // Another brand gets no session.
  await reading.goto('/tui/cardHome');
  await expect(reading).toHaveURL(/\/tui\/?$/);
  await other.reload();
  await expect(other.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();

  await pressSignOut(other);
  await expect(other.getByText('You’ve signed out.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('a new tab does not adopt one of two sessions, and opens its page after sign-in', async ({ page, context }) => {
  await signIn(page, amelia);
  const second = await context.newPage();
  await signIn(second, noah);
  const other = await context.newPage();
  await other.goto('/transactions');
  await expect(other.getByLabel('Card number')).toBeVisible();
  expect(await keptSession(other)).toBeNull();
  await other.getByRole('link', { name: /Sign in with/ }).click();
  await other.getByLabel('Email address').fill(amelia.username);
  await other.getByLabel('Password', { exact: true }).fill(amelia.password);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other).toHaveURL(/\/transactions$/);
});
