import type { Page } from '@playwright/test';
import { amelia, isla, jack, noah } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

type Kept = { readonly accessToken: string; readonly refreshToken: string };

async function keptSession(page: Page): Promise<Kept> {
  const text = await page.evaluate(() => sessionStorage.getItem('wattle.session'));
  return JSON.parse(text ?? 'null') as Kept;
}

const signOut = (page: Page) =>
  page.getByRole('button', { name: 'Sign out', exact: true }).filter({ visible: true }).click();

for (const path of ['/cardHome', '/transactions', '/signInMethods']) {
  test(`leads from ${path} to the brand's root without a session`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in with your card');
    await page.goto(`/stumps${path}`);
    await expect(page).toHaveURL(/\/stumps\/?$/);
  });
}

test('restores the session after a reload', async ({ page }) => {
  await signIn(page, amelia);
  await page.reload();
  await expect(page).toHaveURL(/\/cardHome$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

for (const path of ['/', '/login', '/cardLogin']) {
  test(`leads a signed-in person from ${path} to the card home`, async ({ page }) => {
    await signIn(page, noah);
    await page.goto(path);
    await expect(page).toHaveURL(/\/cardHome$/);
  });
}

test('signs an account user out to /login, and its tokens are dead on the server', async ({
  page,
  context,
  request,
}) => {
  await signIn(page, jack);
  const places = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
  await places.getByRole('link', { name: 'Transactions' }).click();
  await expect(page).toHaveURL(/\/stumps\/transactions$/);
  const { accessToken, refreshToken } = await keptSession(page);
  const bearer = { Authorization: `Bearer ${accessToken}`, 'Wattle-Brand': 'stumps' };
  expect((await request.get('/api/onlineAccount/', { headers: bearer })).status()).toBe(200);

  // Without a network at first: what ends it at the server is sent once there is one again.
  await context.setOffline(true);
  await signOut(page);
  await expect(page).toHaveURL(/\/stumps\/login$/);
  const ended = page.waitForResponse((response) => response.url().endsWith('/api/token/end'));
  await context.setOffline(false);
  expect((await ended).status()).toBe(200);
  expect(await keptSession(page)).toBeNull();

  expect((await request.get('/api/onlineAccount/', { headers: bearer })).status()).toBe(401);
  const renewal = await request.post('/api/token', {
    form: { grant_type: 'refresh_token', brand: 'stumps', tenantId: '1', brandId: '2', refresh_token: refreshToken },
  });
  expect(renewal.status()).toBe(400);

  // The page before is one of the session that is over.
  await page.goBack();
  await expect(page).toHaveURL(/\/stumps\/?$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Sign in/);
});

test("signs a card-only user out to the brand's root", async ({ page }) => {
  await signIn(page, isla);
  await signOut(page);
  await expect(page).toHaveURL(/\/stumps\/?$/);
  await expect(page.getByLabel('Card ID', { exact: true })).toBeVisible();
});

test('renews an access token that the server no longer takes, and goes on', async ({ page }) => {
  await signIn(page, amelia);
  await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('wattle.session') ?? '{}') as Record<string, unknown>;
    sessionStorage.setItem('wattle.session', JSON.stringify({ ...kept, accessToken: 'worn-out' }));
  });
  const renewed = page.waitForResponse((response) => response.url().endsWith('/api/token') && response.ok());
  await page.reload();
  expect((await renewed).request().postData()).toContain('grant_type=refresh_token');
  await expect(page).toHaveURL(/\/cardHome$/);
  // It is kept a moment after its answer has come.
  await expect.poll(async () => (await keptSession(page)).accessToken).not.toBe('worn-out');
});

test('says why the person is at sign-in again when the session cannot be renewed', async ({ page }) => {
  await signIn(page, amelia);
  await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('wattle.session') ?? '{}') as Record<string, unknown>;
    sessionStorage.setItem('wattle.session', JSON.stringify({ ...kept, accessToken: 'gone', refreshToken: 'gone' }));
  });
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your session has ended. Sign in again to go on.')).toBeVisible();
});

test('ends the session of somebody who does nothing for the idle time', async ({ page }) => {
  await signIn(page, noah);
  // The idle time of the session, put into the past as if the person had left.
  await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('wattle.session') ?? '{}') as {
      idleSinceMs: number;
      idleTotalMs: number;
    };
    sessionStorage.setItem(
      'wattle.session',
      JSON.stringify({ ...kept, idleSinceMs: kept.idleSinceMs - kept.idleTotalMs }),
    );
  });
  await page.reload();
  await expect(
    page.getByText('You were signed out because nothing happened for a while.', { exact: false }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('signs out every tab that shares the session', async ({ page, context }) => {
  await signIn(page, noah);
  // A tab that is opened from this one gets a copy of its session, as a duplicated tab does.
  const opened = context.waitForEvent('page');
  await page.evaluate(() => void window.open('/cardHome'));
  const copy = await opened;
  await expect(copy).toHaveURL(/\/cardHome$/);
  await expect(copy.getByRole('heading', { level: 1 })).toBeVisible();
  await signOut(page);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expect(copy.getByLabel('Card number')).toBeVisible();
  expect(await keptSession(copy)).toBeNull();
});

test('a signed-in page in a new tab goes on with the session, a public one does not', async ({ page, context }) => {
  await signIn(page, amelia);
  const other = await context.newPage();
  await other.goto('/transactions');
  await expect(other.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  expect(await keptSession(other)).toEqual(await keptSession(page));

  // What it clears is its own: the first tab stays signed in.
  const reading = await context.newPage();
  await reading.goto('/privacy');
  await expect(reading.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await keptSession(reading)).toBeNull();
  // Another brand is given nothing.
  await reading.goto('/tui/cardHome');
  await expect(reading).toHaveURL(/\/tui\/?$/);
  await other.reload();
  await expect(other.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();

  await signOut(other);
  await expect(other.getByText('You are signed out.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('a page for web accounts alone is left for the sign-in that they came from, which says why', async ({ page }) => {
  for (const path of ['/myAccount', '/settings/cardName']) {
    await signIn(page, amelia);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await signOut(page);
    await expect(page.getByText('You are signed out.')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('a new tab takes none of two sessions, and comes to its page after the sign-in', async ({ page, context }) => {
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

test('ends the session at an address that leads nowhere', async ({ page }) => {
  await signIn(page, noah);
  await page.goto('/settings/nothing/here');
  await expect(page).toHaveURL(/\/error$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We could not show that page');
  expect(await keptSession(page)).toBeNull();
  await expect(page.getByText('For safety you have been signed out.', { exact: false })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in with your card' })).toBeVisible();
  await page.goto('/cardHome');
  await expect(page).toHaveURL(/\/$/);
});

test('does not carry a session over to another brand', async ({ page }) => {
  await signIn(page, noah);
  await page.goto('/tui/cardHome');
  await expect(page).toHaveURL(/\/tui\/?$/);
});
