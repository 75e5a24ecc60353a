import type { Page, Worker } from '@playwright/test';
import { amelia, jack } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const NOTICE = {
  id: '5f0c6a3e-0000-4000-8000-000000000001',
  title: 'Stumps Club: your sign-in was changed',
  body: 'Not you? Call 1300 555 020 straight away.',
  language: 'enAU',
  page: 'signInMethods',
};

const CHINESE_NOTICE = { ...NOTICE, id: 'other', title: '您的登录方式已更改', language: 'zhCN' };

/** Worker of a brand's notifications, installed as by turning them on. */
async function givenWorker(page: Page, prefix: string): Promise<Worker> {
  await page.context().grantPermissions(['notifications']);
  const coming = page.context().waitForEvent('serviceworker');
  await page.evaluate(
    (scope) => navigator.serviceWorker.register('/push-worker.js', { scope }),
    `/assets/push${prefix}/`,
  );
  const worker = await coming;
  await expect
    .poll(() =>
      worker.evaluate(() => (self as unknown as { registration: { active: unknown } }).registration.active !== null),
    )
    .toBe(true);
  await worker.evaluate(() => {
    const scope = self as unknown as { shows: number; registration: ServiceWorkerRegistration };
    const show = scope.registration.showNotification.bind(scope.registration);
    scope.shows = 0;
    scope.registration.showNotification = async (...notice) => {
      await show(...notice);
      scope.shows += 1;
    };
  });
  return worker;
}

/** Number of notifications shown by the worker, including repeats that replace one. */
const shows = (worker: Worker) => worker.evaluate(() => (self as unknown as { shows: number }).shows);

/**
 * Delivers a message to the worker like a push service and waits until its notification is shown. A query of
 * notifications while one is being shown makes Chromium treat it as dismissed and delete it.
 */
async function deliver(page: Page, worker: Worker, prefix: string, data: object): Promise<void> {
  const before = await shows(worker);
  const session = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => new URL(scopeURL).pathname === `/assets/push${prefix}/`);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await found,
    data: JSON.stringify(data),
  });
  await session.detach();
  await expect.poll(() => shows(worker)).toBe(before + 1);
}

const shown = (page: Page, prefix: string) =>
  page.evaluate(async (scope) => {
    const registration = await navigator.serviceWorker.getRegistration(scope);
    const notices = (await registration?.getNotifications()) ?? [];
    return notices.map(({ title, body, lang, tag }) => ({ title, body, lang, tag }));
  }, `/assets/push${prefix}/`);

/** Dismisses the shown notifications. */
const clearNotices = (page: Page, prefix: string) =>
  page.evaluate(async (scope) => {
    const registration = await navigator.serviceWorker.getRegistration(scope);
    for (const notice of (await registration?.getNotifications()) ?? []) notice.close();
  }, `/assets/push${prefix}/`);

/** Simulates a click of a person, which Chromium does not offer here. Windows opened by the worker are recorded. */
function click(worker: Worker): Promise<string[]> {
  return worker.evaluate(async () => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (url: string) => Promise<null> };
      NotificationEvent: new (type: string, init: object) => Event;
    };
    const opened: string[] = [];
    scope.clients.openWindow = async (url) => {
      opened.push(url);
      return null;
    };
    const [notification] = await scope.registration.getNotifications();
    const event = new scope.NotificationEvent('notificationclick', { notification });
    const works: Promise<unknown>[] = [];
    Object.defineProperty(event, 'waitUntil', { value: (work: Promise<unknown>) => works.push(work) });
    self.dispatchEvent(event);
    await Promise.allSettled(works);
    return opened;
  });
}

test('shows a notification of the push service under the worker of its brand and opens its page', {
  tag: ['@phone', '@gate'],
}, async ({ page, context }) => {
  await test.step('once for a repeat', async () => {
    await page.goto('/stumps/login');
    const worker = await givenWorker(page, '/stumps');
    await deliver(page, worker, '/stumps', NOTICE);
    await deliver(page, worker, '/stumps', NOTICE);
    await deliver(page, worker, '/stumps', CHINESE_NOTICE);
    const notices = await shown(page, '/stumps');
    expect(notices).toHaveLength(2);
    expect(notices).toEqual(
      expect.arrayContaining([
        { title: NOTICE.title, body: NOTICE.body, lang: 'en-AU', tag: NOTICE.id },
        { title: CHINESE_NOTICE.title, body: NOTICE.body, lang: 'zh-CN', tag: CHINESE_NOTICE.id },
      ]),
    );
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  });
  const worker = context.serviceWorkers()[0];
  if (!worker) throw new Error('The worker of the notices is gone');
  await clearNotices(page, '/stumps');

  await test.step('signed out, to the sign-in of the brand in the language of the notice', async () => {
    await deliver(page, worker, '/stumps', CHINESE_NOTICE);
    expect(await shown(page, '/stumps')).toHaveLength(1);
    const opened = await click(worker);
    expect(opened).toEqual(['/stumps/login?next=signInMethods&lang=zhCN']);
    expect(await shown(page, '/stumps')).toEqual([]);
    await page.goto(opened[0] ?? '');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await page.locator('input[autocomplete~=username]').fill(jack.username);
    await page.locator('input[autocomplete~=current-password]').fill(jack.password);
    await page.locator('button[type=submit]').click();
    await expect(page).toHaveURL(/\/stumps\/signInMethods$/);
    await expect(page.getByRole('heading', { level: 1, name: '登录方式' })).toBeVisible();
  });

  await test.step('signed in, on in that page, and in none of another brand', async () => {
    await page.goto('/stumps/cardHome');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const other = await context.newPage();
    await signIn(other, amelia);
    await deliver(page, worker, '/stumps', NOTICE);
    expect(await shown(page, '/stumps')).toHaveLength(1);
    expect(await click(worker)).toEqual([]);
    await expect(page).toHaveURL(/\/stumps\/signInMethods$/);
    await expect(other).toHaveURL(/\/cardHome$/);
  });
});
