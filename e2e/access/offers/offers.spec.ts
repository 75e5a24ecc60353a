import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../../support/axe.ts';
import { grace, isla } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { settled } from '../../support/settled.ts';
import { expect, test } from '../../support/test.ts';

test.use({ hasOffers: true });

const offer = (page: Page, name: string) => page.getByRole('dialog', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const PASSCODE = 'A passcode for this device';
const NOTICES = 'Notices on this device';

/** As in a new tab, in which nobody is signed in yet. */
async function signInAnew(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await signIn(page, grace);
}

/** Chromium reaches no push service here: in its place stands what one would hand out. */
async function givenPushService(page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(() => {
    const subscription = {
      options: { applicationServerKey: null },
      unsubscribe: async () => true,
      toJSON: () => ({
        endpoint: 'https://fcm.googleapis.com/fcm/send/offered',
        keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) },
      }),
    };
    Notification.requestPermission = async () => 'granted';
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription;
  });
}

test('offers a passcode first, then notices: one at a sign-in, each put off for a while', async ({ page }) => {
  await signIn(page, grace);
  await expect(offer(page, PASSCODE)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set a passcode', exact: true })).toBeFocused();
  await expectNoAxeFindings(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await settled(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await signInAnew(page);
  await expect(offer(page, NOTICES)).toBeVisible();
  await expectNoAxeFindings(page);
  await press(page, 'Not now');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const asked = page.waitForResponse(/\/api\/devices\/device\//);
  await signInAnew(page);
  await asked;
  await settled(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('leads from the offer to the passcode, which is then offered no more', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, grace);
  await offer(page, PASSCODE).getByRole('button', { name: 'Set a passcode' }).click();
  await expect(page).toHaveURL(/\/ledgerline\/setLoginPin$/);
  await page.getByLabel('New passcode', { exact: true }).fill('4826');
  await page.getByLabel('Passcode again', { exact: true }).fill('4826');
  await press(page, 'Set passcode');
  await page.getByRole('link', { name: 'Go to your cards' }).click();
  await settled(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await signInAnew(page);
  await expect(offer(page, NOTICES)).toBeVisible();
});

test('declined for good, a passcode and notices are not offered again on this device', { tag: '@phone' }, async ({
  page,
}) => {
  await signIn(page, grace);
  const disabled = page.waitForResponse(/\/api\/devices\/disablepasscodealert$/);
  await press(page, 'Do not ask again');
  expect(await (await disabled).json()).toEqual({ IsSuccessful: true });
  // Not only here: the server knows.
  await page.evaluate(() => localStorage.removeItem('wattle.offers.ledgerline'));
  await signInAnew(page);
  await expect(offer(page, NOTICES)).toBeVisible();
  const registered = page.waitForResponse(/\/api\/devices\/register$/);
  await press(page, 'Do not ask again');
  // Answered, so that the next sign-in finds it.
  expect((await registered).request().postDataJSON()).toMatchObject({
    registrationId: '',
    fcmEnabled: false,
    enabled: true,
  });
  await page.evaluate(() => localStorage.removeItem('wattle.offers.ledgerline'));
  const asked = page.waitForResponse(/\/api\/devices\/device\//);
  await signInAnew(page);
  expect(await (await asked).json()).toMatchObject({ passcodeAlertDisabled: true, noticesAnswered: true });
  await settled(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('turns notices on by the offer, and off among the ways to sign in', { tag: '@phone' }, async ({ page }) => {
  await givenPushService(page);
  await signIn(page, grace);
  await press(page, 'Not now');
  await signInAnew(page);
  const registered = page.waitForRequest(/\/api\/devices\/register$/);
  await press(page, 'Turn on notices');
  await expect(offer(page, NOTICES)).toContainText('Notices are on.');
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused();
  const sent = (await registered).postDataJSON() as { registrationId: string; fcmEnabled: boolean };
  expect(sent.fcmEnabled).toBe(true);
  expect(JSON.parse(sent.registrationId)).toMatchObject({ endpoint: 'https://fcm.googleapis.com/fcm/send/offered' });
  await press(page, 'Done');
  await page.goto('/ledgerline/signInMethods');
  const notices = page.getByRole('switch', { name: /Notices on this device/ });
  await expect(notices).toBeChecked();
  const off = page.waitForResponse(/\/api\/devices\/register$/);
  await notices.click();
  expect((await off).request().postDataJSON()).toMatchObject({ registrationId: '', fcmEnabled: false });
  await page.reload();
  await expect(notices).not.toBeChecked();
});

test('says how to go on where the browser refuses notices, and offers nothing to a card-only user', {
  tag: '@phone',
}, async ({ page }) => {
  await givenPushService(page);
  await page.addInitScript(() => {
    Notification.requestPermission = async () => 'denied';
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
  });
  await signIn(page, grace);
  await press(page, 'Not now');
  await signInAnew(page);
  await press(page, 'Turn on notices');
  await expect(offer(page, NOTICES)).toContainText('Your browser does not let us.');
  await press(page, 'Done');
  await page.evaluate(() => sessionStorage.clear());
  await signIn(page, isla);
  await settled(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('gives way to the warning that the session ends: never two dialogs at once', { tag: '@phone' }, async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, grace);
  await expect(offer(page, PASSCODE)).toBeVisible();
  await page.clock.fastForward(781_000);
  await expect(offer(page, 'Are you still there?')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await press(page, 'Stay signed in');
  await expect(offer(page, PASSCODE)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});
