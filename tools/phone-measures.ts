import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { amelia } from '../e2e/support/people.ts';
import { startServer, stopServer } from '../e2e/support/running-server.ts';
import { signIn } from '../e2e/support/sign-in.ts';
import { findChromium } from './chromium.ts';

export type Measured = { readonly browser: Browser; readonly url: string; readonly session: string };

/** Context of a phone on its first visit. */
export function newPhone(browser: Browser, baseURL: string): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-AU',
    baseURL,
  });
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Measures in a new browser against a new server, with the session of a person who has signed in. */
export async function measure(work: (measured: Measured) => Promise<void>): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found');
  const server = await startServer();
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
  });
  try {
    const first = await browser.newPage({ baseURL: server.url });
    await signIn(first, amelia);
    const session = (await first.evaluate(() => sessionStorage.getItem('wattle.session'))) ?? '';
    await first.close();
    await work({ browser, url: server.url, session });
  } finally {
    await browser.close();
    await stopServer(server);
  }
}
