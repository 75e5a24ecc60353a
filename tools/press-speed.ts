import type { Browser, Page } from '@playwright/test';
import { putOffOffers } from '../e2e/support/put-off-offers.ts';
import { type Measured, measure, median, newPhone } from './phone-measures.ts';

/**
 * Measures presses on a phone whose processor is four times slower: `node tools/press-speed.ts`. Prints for each press
 * the time until its first paint, by Event Timing, and for each first page the time in which it answers nothing: what
 * its tasks take beyond 50 ms each. Each figure is the median of several on a new server.
 */
const ROUNDS = 5;
const CPU = 4;
const PAGES = ['/cardHome', '/transactions', '/fundsTransfer', '/login', '/store'];

type Seen = { press: number; blocked: number; script: number };
type Seeing = { seen: Seen };

/** Runs in the page before its own scripts. */
function observe(): void {
  const seen: Seen = { press: 0, blocked: 0, script: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.press = Math.max(seen.press, entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      seen.blocked += Math.max(0, duration - 50);
      seen.script += duration;
    }
  }).observe({ type: 'longtask', buffered: true });
}

const seenOf = (page: Page) => page.evaluate(() => (window as unknown as Seeing).seen);

async function phone(browser: Browser, session: string | undefined, baseURL: string): Promise<Page> {
  const context = await newPhone(browser, baseURL);
  await putOffOffers(context);
  const page = await context.newPage();
  if (session) await page.addInitScript((kept) => sessionStorage.setItem('wattle.session', kept), session);
  await page.addInitScript(observe);
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: CPU });
  return page;
}

/** Time of a press, in ms, until what it changed is painted. */
async function press(page: Page, name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<number> {
  await page.waitForTimeout(1_500);
  const pressed = page.getByRole(role, { name }).first();
  const box = (await pressed.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    (window as unknown as Seeing).seen.press = 0;
  });
  // By its place: to look for the element again would take time that is counted.
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(1_500);
  return (await seenOf(page)).press;
}

async function pressesOf(page: Page): Promise<Record<string, number>> {
  await page.goto('/cardHome');
  await page.getByRole('button', { name: 'Hide balance' }).waitFor();
  const presses = {
    'hide the balance': await press(page, 'Hide balance'),
    'show the balance': await press(page, 'Show balance'),
    'Pay in the bar': await press(page, /^Pay$/, 'link'),
    'Home in the bar': await press(page, /^Home$/, 'link'),
    Transactions: await press(page, /^Transactions$/, 'link'),
  };
  return { ...presses, 'Continue to the review': await pressReview(page) };
}

/** From the form of a payment to a payee of the demo programme to its review. */
async function pressReview(page: Page): Promise<number> {
  await page.goto('/fundsTransfer');
  await page.getByRole('button', { name: 'Rent' }).click();
  await page.getByRole('textbox', { name: 'Amount in dollars' }).fill('20');
  await page.getByRole('button', { name: 'Continue' }).scrollIntoViewIfNeeded();
  const duration = await press(page, 'Continue');
  await page.waitForURL(/confirmTransfer$/);
  return duration;
}

async function report({ browser, url, session }: Measured): Promise<void> {
  const presses: Record<string, number>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await phone(browser, session, url);
    presses.push(await pressesOf(page));
    await page.context().close();
  }
  for (const name of Object.keys(presses[0] ?? {}))
    console.log(`${name}: ${median(presses.map((one) => one[name] ?? 0)).toFixed(0)} ms`);
  for (const path of PAGES) {
    const visits: Seen[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await phone(browser, path === '/login' ? undefined : session, url);
      await page.goto(path);
      await page.waitForTimeout(4_000);
      visits.push(await seenOf(page));
      await page.context().close();
    }
    const of = (name: keyof Seen) => median(visits.map((one) => one[name])).toFixed(0);
    console.log(`${path}: blocked for ${of('blocked')} ms, long tasks ${of('script')} ms`);
  }
}

await measure(report);
