import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../support/axe.ts';
import { callsOf, givenDispute, givenPayment, givenReport } from '../support/desk-cases.ts';
import { openPersonAtDesk, signInAtDesk } from '../support/desk-page.ts';
import { atTheDesk } from '../support/desk.ts';
import { runSim } from '../support/commands.ts';
import * as hostile from '../support/hostile.ts';
import { givenWebPerson } from '../support/own-people.ts';
import type { RunningServer } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** The bank is asked for files every 30 seconds. */
const READ_WITHIN_MS = 60_000;
const WIDTHS = [390, 1024, 1440, 2560] as const;

test.use({ ownServer: true });

/** A programme in which every list has something, all of it in the words of someone who means harm. */
async function givenHostileWords(server: RunningServer) {
  const money = '950.00';
  const person = await givenWebPerson(server, hostile.HOSTILE_NAME, { brand: 'stumps', money });
  const { brand, username: userName, password, account, cardNumber } = person;
  await signInFrom(server, { brand, userName, password });
  const at = (...given: string[]) => runSim(server, ['purchase', '--card', cardNumber, '--mcc', '5814', ...given]);
  for (const merchant of hostile.HOSTILE_MERCHANTS) await at('--amount', '1.00', '--merchant', merchant);
  for (const merchant of hostile.HOSTILE_MERCHANTS) await at('--amount', '9999.00', '--merchant', merchant);
  const [merchant = ''] = hostile.HOSTILE_MERCHANTS;
  const bytes = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
  const dispute = await givenDispute(server, person, {
    amount: '129.00',
    merchant,
    words: hostile.HOSTILE_MESSAGE,
    file: { name: hostile.HOSTILE_FILE, bytes },
  });
  const paid = await givenPayment(server, person, { amount: 20, to: hostile.HOSTILE_PAYEE, words: "=cmd('x')!A1" });
  const mistaken = await givenReport(server, person, 'reportMistakenPayment', paid);
  const held = await givenPayment(server, person, { amount: 310, to: hostile.HOSTILE_PAYEE, account: '44172209' });
  const scam = await givenReport(server, person, 'reportScam', held);
  await givenPayment(server, person, { amount: 320, to: hostile.HOSTILE_PAYEE, account: '44172210' });
  const call = await callsOf(server, person);
  const closing = { IsAsked: true, currentpassword: password };
  await call('POST', 'onlineAccount/RequestAccountClosure', closing);
  await runSim(server, ['deposit', '--account', '7', '--amount', '5', '--from', "=1+1 'x' @A1", '--reference', '+cmd']);
  const kate = [1, 'kate'] as const;
  const found = await atTheDesk(server.url, kate, 'search', { input: { text: account } });
  const who = String(found.rows[0]?.['person']);
  await atTheDesk(server.url, kate, 'add-note', { input: { person: who, text: hostile.HOSTILE_MESSAGE } });
  const asked = { input: { account, amount: '10.00' }, reason: hostile.HOSTILE_MESSAGE.slice(0, 400) };
  const { request } = await atTheDesk(server.url, kate, 'load', asked);
  await expect
    .poll(async () => (await atTheDesk(server.url, kate, 'suspense', { input: {} })).rows.length, {
      timeout: READ_WITHIN_MS,
    })
    .toBeGreaterThan(0);
  return { person, who: who.replace('holder:', ''), dispute, mistaken, scam, paid, request: String(request?.id) };
}

/** A sign-in by a device that calls itself something. */
async function signInFrom({ url }: RunningServer, grant: Readonly<Record<'brand' | 'userName' | 'password', string>>) {
  const { BrandId, TenantId } = (await (await fetch(`${url}/api/brand/${grant.brand}`)).json()) as Record<
    string,
    number
  >;
  const body = new URLSearchParams({
    ...grant,
    grant_type: 'password',
    brandId: String(BrandId),
    tenantId: String(TenantId),
  });
  const headers = { 'user-agent': hostile.HOSTILE_DEVICE };
  expect((await fetch(`${url}/api/token`, { method: 'POST', body, headers })).status).toBe(200);
}

type Given = Awaited<ReturnType<typeof givenHostileWords>>;
let given: Promise<Given> | undefined;

/** Addresses below `/desk`. */
const pagesOf = ({ who, dispute, mistaken, scam, paid, request }: Given): readonly string[] => [
  '/',
  '/approvals',
  `/approvals/${request}`,
  `/people/${who}`,
  ...['accounts', 'payments', 'messages', 'access', 'documents', 'notes'].map((part) => `/people/${who}/${part}`),
  '/payments',
  ...['inDoubt', 'returned', 'held', 'givenUp', 'loads'].map((view) => `/payments?view=${view}`),
  `/payments/${paid}`,
  '/bank-files',
  ...['bank', 'schemeSettlement', 'gateway'].map((account) => `/bank-files/statements/${account}`),
  '/disputes',
  `/disputes/dispute/${dispute}`,
  '/complaints',
  `/disputes/mistaken/${mistaken}`,
  `/disputes/scam/${scam}`,
  '/closing',
  '/cards',
  '/people-files',
  '/orders',
  '/orders/vouchers',
  '/rules',
  '/sanctions',
  '/connections',
  '/reports',
  '/events',
  '/events/webhooks',
  '/events/messages',
  '/events/audit',
  '/staff',
  '/staff/sessions',
  '/staff/settings',
  '/all-commands',
  '/all-commands/load',
  '/nowhere',
];

/** Waits until every part of the page has its rows. */
async function whole(page: Page): Promise<void> {
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.locator('main .skeleton')).toHaveCount(0);
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

/** Words that leave their pane, or that a pane cuts off; a table scrolls within itself. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => element.childElementCount === 0 && (element.textContent ?? '').trim() !== '')
      .filter((element) => !element.closest('.table-place, .visually-hidden'))
      .filter((element) => {
        const { right, left, width } = element.getBoundingClientRect();
        const place = (element.closest('.pane') ?? document.querySelector('main'))?.getBoundingClientRect();
        return width > 0 && place && (right > place.right + 1 || left < place.left - 1);
      })
      .map((element) => (element.textContent ?? '').slice(0, 60)),
  );

async function expectHarmless(page: Page, address: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(sideways, `${address} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
    expect.soft(await cutOff(page), `${address} cuts words off at ${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const ran = await page.evaluate(() => ({
    mark: document.documentElement.dataset['ran'],
    planted: document.querySelectorAll('main script, main img, main svg[onload], main iframe').length,
    turned: /[\u202a-\u202e\u2066-\u2069]/.test(document.body.textContent ?? ''),
  }));
  expect.soft(ran, address).toEqual({ mark: undefined, planted: 0, turned: false });
}

test('words of cardholders are only words on every page, and break none from 390 to 2560 px', {
  tag: '@desktop',
}, async ({ page, server }) => {
  test.setTimeout(6 * 60_000);
  const made = await (given ??= givenHostileWords(server));
  await signInAtDesk(page, 'omar');
  await openPersonAtDesk(page, made.person.account);
  for (const address of pagesOf(made)) {
    await page.goto(`/desk${address}`);
    await whole(page);
    await expectHarmless(page, address);
  }
  await page.keyboard.press('/');
  await page.keyboard.type(hostile.HOSTILE_MERCHANTS[0] ?? '');
  await page.keyboard.press('Enter');
  await whole(page);
  await expectHarmless(page, '/search');
});

test('no page of the desk has an accessibility finding, light or dark', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  test.setTimeout(6 * 60_000);
  const made = await (given ??= givenHostileWords(server));
  await page.goto('/desk/');
  await expect(page.getByLabel('Your name at the desk')).toBeVisible();
  await expectNoAxeFindings(page);
  await signInAtDesk(page, 'omar');
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const address of pagesOf(made)) {
    await page.goto(`/desk${address}`);
    await whole(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeFindings(page);
    }
  }
});
