import type { Browser, Page } from '@playwright/test';
import { type Measured, measure, median, newPhone } from './phone-measures.ts';

/**
 * Measures the first visit to a page with an empty cache: `node tools/web-speed.ts [path]`. Prints the requests, the
 * first and the largest paint, the shifts of the layout and, on the card home, when the first balance shows. Each time
 * is the median of several visits on a new server.
 */
const VISITS = 5;
const QUIET_MS = 1500;
/** Bits a second and milliseconds there and back, as throttled by the browser. */
const LINES = [
  { name: 'this machine', cpu: 1, kbit: 0, roundTripMs: 0 },
  { name: '4x CPU, 1.6 Mbit/s, 150 ms', cpu: 4, kbit: 1600, roundTripMs: 150 },
  { name: '4x CPU, 640 kbit/s, 150 ms', cpu: 4, kbit: 640, roundTripMs: 150 },
] as const;
type Line = (typeof LINES)[number];

type Paints = { fcp: number; lcp: number; cls: number; balance: number };
type Visit = Paints & { readonly requests: readonly string[] };

/** Runs in the page before its own scripts. */
function observe(): void {
  const seen: Paints = { fcp: 0, lcp: 0, cls: 0, balance: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName('first-contentful-paint')) seen.fcp = entry.startTime;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.cls += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver(() => {
    if (seen.balance === 0 && document.querySelector('.balance__amount')) seen.balance = performance.now();
  }).observe(document, { childList: true, subtree: true });
}

async function quiet(page: Page): Promise<void> {
  let lastMs = Date.now();
  const note = () => {
    lastMs = Date.now();
  };
  page.on('request', note);
  page.on('requestfinished', note);
  while (Date.now() - lastMs < QUIET_MS) await page.waitForTimeout(100);
}

async function visit(browser: Browser, address: string, session: string, line: Line): Promise<Visit> {
  const context = await newPhone(browser, new URL(address).origin);
  try {
    const page = await context.newPage();
    await page.addInitScript((kept) => sessionStorage.setItem('wattle.session', kept), session);
    await page.addInitScript(observe);
    const browserLink = await context.newCDPSession(page);
    await browserLink.send('Network.enable');
    await browserLink.send('Emulation.setCPUThrottlingRate', { rate: line.cpu });
    if (line.kbit > 0) {
      const throughput = (line.kbit * 1000) / 8;
      await browserLink.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: line.roundTripMs,
        downloadThroughput: throughput,
        uploadThroughput: throughput,
      });
    }
    const requests = new Map<string, string>();
    browserLink.on('Network.requestWillBeSent', ({ requestId, request }) => requests.set(requestId, request.url));
    // What the page already has in memory needs no request.
    browserLink.on('Network.requestServedFromCache', ({ requestId }) => requests.delete(requestId));
    await page.goto(address, { waitUntil: 'load' });
    await quiet(page);
    const seen = await page.evaluate(() => (window as unknown as { seen: Paints }).seen);
    return { ...seen, requests: [...requests.values()].filter((url) => url.startsWith('http')) };
  } finally {
    await context.close();
  }
}

async function report({ browser, url, session }: Measured): Promise<void> {
  const path = process.argv[2] ?? '/cardHome';
  for (const line of LINES) {
    const visits: Visit[] = [];
    for (let count = 0; count < VISITS; count += 1) visits.push(await visit(browser, url + path, session, line));
    const of = (name: keyof Paints) => median(visits.map((one) => one[name]));
    const requests = visits[0]?.requests ?? [];
    const ending = (pattern: RegExp) => requests.filter((url) => pattern.test(url)).length;
    console.log(
      `${line.name}: ${requests.length} requests (${ending(/\.js$/)} JS, ${ending(/\.css$/)} CSS, ${ending(/\/api\//)} API), ` +
        `FCP ${of('fcp').toFixed(0)} ms, LCP ${of('lcp').toFixed(0)} ms, balance ${of('balance').toFixed(0)} ms, CLS ${of('cls').toFixed(3)}`,
    );
    if (line.cpu === 1 && process.argv.includes('--list')) console.log(requests.join('\n'));
  }
}

await measure(report);
