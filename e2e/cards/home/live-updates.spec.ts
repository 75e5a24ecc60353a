import type { Page } from '@playwright/test';
import { givenCardPerson, load } from '../../support/own-people.ts';
import type { CardPerson } from '../../support/people.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { BOTH_LANGUAGES } from '../../support/words.ts';
import { pressSignOut } from '../../support/navigation.ts';

/** Limit of the specification. */
const SOON = { timeout: 2_000 };

const hearing = (page: Page) => page.waitForResponse((response) => new URL(response.url()).pathname === '/api/live');

/** Person with a card and $50.00 on it. */
async function givenPerson(server: RunningServer) {
  const person = await givenCardPerson(server, 5);
  await load(server, person.account, '50.00');
  return person;
}

async function signInAndHear(page: Page, person: CardPerson): Promise<void> {
  const heard = hearing(page);
  await signIn(page, person);
  expect((await heard).status()).toBe(200);
}

async function available(page: Page): Promise<number> {
  const text = await page.locator('.balance__amount').textContent();
  return Math.round(Number((text ?? '').replace(/[^\d.]/g, '')) * 100);
}

for (const { locale, words, tag } of BOTH_LANGUAGES) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('a purchase appears on every open page within two seconds without interaction', {
      tag: tag.filter((each) => each !== '@phone'),
    }, async ({ page, context, server, sim }) => {
      const person = await givenPerson(server);
      await signInAndHear(page, person);
      const beside = await context.newPage();
      await signInAndHear(beside, person);
      await beside.locator('a[href$="/transactions"]').filter({ visible: true }).first().click();
      await expect(beside.getByRole('heading', { name: words('transactions:title'), level: 1 })).toBeVisible();
      const before = await available(page);
      const shop = 'Corner Kiosk';

      const approved = await sim(
        'purchase',
        '--card',
        person.number,
        '--amount',
        '1.35',
        '--merchant',
        shop,
        '--mcc',
        '5814',
      );
      expect(approved['answer']).toBe('00');
      await Promise.all([
        expect(page.locator('details').filter({ hasText: shop }).locator('.row__amount--pending')).toBeVisible(SOON),
        expect.poll(() => available(page), SOON).toBe(before - 135),
        expect(beside.locator('li').filter({ hasText: shop }).first()).toBeVisible(SOON),
      ]);
      const balance = words('cards:home.updated', { amount: `$${((before - 135) / 100).toFixed(2)}` });
      await expect(page.getByRole('status').filter({ hasText: balance })).toHaveCount(1);
      await expect(beside.getByRole('status').filter({ hasText: balance })).toHaveCount(1);

      expect((await sim('reverse', '--original', String(approved['reference'])))['answer']).toBe('00');
      await expect.poll(() => available(page), SOON).toBe(before);
      await beside.close();
    });
  });
}

test('tabs of one session share one stream, and the remaining tab takes it over', async ({
  page,
  context,
  server,
  sim,
}) => {
  const person = await givenPerson(server);
  const streams: Page[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/live') streams.push(request.frame().page());
  });
  await signInAndHear(page, person);
  const opening = context.waitForEvent('page');
  await page.evaluate(() => window.open(location.href));
  const second = await opening;
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  const before = await available(second);
  const buy = () =>
    sim('purchase', '--card', person.number, '--amount', '0.45', '--merchant', 'Corner Kiosk', '--mcc', '5814');
  const first = await buy();
  await expect.poll(() => available(second), SOON).toBe(before - 45);
  expect(streams).toEqual([page]);

  const heard = hearing(second);
  await page.close();
  await heard;
  const next = await buy();
  await expect.poll(() => available(second), SOON).toBe(before - 90);
  expect(streams).toEqual([page, second]);
  for (const { reference } of [first, next]) await sim('reverse', '--original', String(reference));
  await expect.poll(() => available(second), SOON).toBe(before);
});

test('a page without a stream polls every 25 seconds', async ({ page, server, sim }) => {
  const person = await givenPerson(server);
  await page.clock.install();
  await page.route('**/api/live*', (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }));
  const cut = hearing(page);
  await signIn(page, person);
  // Before the purchase, because the test handles that call and is busy during the purchase.
  await cut;
  const before = await available(page);
  const approved = await sim(
    'purchase',
    '--card',
    person.number,
    '--amount',
    '0.55',
    '--merchant',
    'Corner Kiosk',
    '--mcc',
    '5814',
  );
  await page.clock.runFor(26_000);
  await expect.poll(() => available(page), SOON).toBe(before - 55);
  expect((await sim('reverse', '--original', String(approved['reference'])))['answer']).toBe('00');
});

test('signing out closes the stream', async ({ page, server, request }) => {
  const person = await givenCardPerson(server, 5);
  const open = async () => /^wattle_live_streams (\d+)$/m.exec(await (await request.get('/metrics')).text())?.[1];
  await expect.poll(open, SOON).toBe('0');
  await signInAndHear(page, person);
  expect(await open()).toBe('1');
  await pressSignOut(page);
  await expect.poll(open, SOON).toBe('0');
});
