import type { Page } from '@playwright/test';
import { givenWebPerson } from '../../support/own-people.ts';
import type { WebPerson } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { settled } from '../../support/settled.ts';
import { expect, test } from '../../support/test.ts';

test.use({ hasOffers: true, serviceWorkers: 'allow' });

const offer = (page: Page, name: string) => page.getByRole('dialog', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const PASSCODE = 'A passcode for this device';
const NOTICES = 'Notifications on this device';

/** Signs in as in a new tab. */
async function signInAnew(page: Page, person: WebPerson): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await signIn(page, person);
}

/** Chromium cannot reach a push service here, so a subscription is simulated. */
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

test('offers a passcode, then notifications, which can be turned on and off, and remembers a permanent refusal', {
  tag: ['@phone', '@gate'],
}, async ({ page, server }) => {
  await givenPushService(page);
  const person = await givenWebPerson(server, ['Sora', 'Lim'], { brand: 'ledgerline' });
  await signIn(page, person);
  await expect(offer(page, PASSCODE)).toBeVisible();
  const disabled = page.waitForResponse(/\/api\/devices\/disablepasscodealert$/);
  await press(page, 'Don’t ask again');
  expect(await (await disabled).json()).toEqual({ IsSuccessful: true });

  // Not only in this browser: the server has recorded it.
  await page.evaluate(() => localStorage.removeItem('wattle.offers.ledgerline'));
  await signInAnew(page, person);
  await expect(offer(page, NOTICES)).toBeVisible();
  const registered = page.waitForResponse(/\/api\/devices\/register$/);
  await press(page, 'Turn on notifications');
  await expect(offer(page, NOTICES)).toContainText('Notifications are on.');
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused();
  const sent = (await registered).request().postDataJSON() as { registrationId: string; fcmEnabled: boolean };
  expect(sent.fcmEnabled).toBe(true);
  expect(JSON.parse(sent.registrationId)).toMatchObject({ endpoint: 'https://fcm.googleapis.com/fcm/send/offered' });
  await press(page, 'Done');

  await page.goto('/ledgerline/signInMethods');
  const notices = page.getByRole('switch', { name: /Notifications on this device/ });
  await expect(notices).toBeChecked();
  const off = page.waitForResponse(/\/api\/devices\/register$/);
  await notices.click();
  expect((await off).request().postDataJSON()).toMatchObject({ registrationId: '', fcmEnabled: false });
  await page.reload();
  await expect(notices).not.toBeChecked();

  await page.evaluate(() => localStorage.removeItem('wattle.offers.ledgerline'));
  const asked = page.waitForResponse(/\/api\/devices\/device\//);
  await signInAnew(page, person);
  expect(await (await asked).json()).toMatchObject({ passcodeAlertDisabled: true, noticesAnswered: true });
  await settled(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('opens the passcode page from the offer and does not offer a passcode again', { tag: '@phone' }, async ({
  page,
  server,
}) => {
  const person = await givenWebPerson(server, ['Dana', 'Yoo'], { brand: 'ledgerline' });
  await signIn(page, person);
  await offer(page, PASSCODE).getByRole('button', { name: 'Set a passcode' }).click();
  await expect(page).toHaveURL(/\/ledgerline\/setLoginPin$/);
  await page.getByLabel('New passcode', { exact: true }).fill('4826');
  await page.getByLabel('Confirm passcode', { exact: true }).fill('4826');
  await press(page, 'Set passcode');
  await page.getByRole('link', { name: 'Go to your cards' }).click();
  await settled(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await signInAnew(page, person);
  await expect(offer(page, NOTICES)).toBeVisible();
});
