import { readFileSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import { runSim } from './commands.ts';
import { reachServer } from './global-setup.ts';
import { putOffOffers } from './put-off-offers.ts';
import type { GatewayPage, RunningServer } from './running-server.ts';

/**
 * Console lines that Chromium logs for a failed call: a 4xx is a normal refusal of the API, and an offline test expects
 * failures. Neither indicates a fault of the page.
 */
const REFUSED_CALL =
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/;
/** Console messages about access that a policy or another origin denied to a hostile script. */
const KEPT_OUT = /Content Security Policy|^Unsafe attempt to initiate navigation/;
const FAILED_CALL = /^Failed to load resource: the server responded with a status of 5\d\d/;

type Fixtures = {
  /** Server of this worker, on a database with the demo programme shared by all its files. */
  readonly server: RunningServer;
  /**
   * True: the file changes the programme itself, so it has its own server from a copy of the demo. Set it for a whole
   * file.
   */
  readonly ownServer: boolean;
  /** How the payment service's page is opened, for a file with its own server. */
  readonly gatewayPage: GatewayPage;
  /** True: the test is about a failing server, so console errors caused by it are ignored. */
  readonly serverFails: boolean;
  /** True: the test plants a hostile script, so denied accesses are ignored. */
  readonly isAttacked: boolean;
  /** Whether a passcode and notifications are offered after sign-in. Other tests have postponed them. */
  readonly hasOffers: boolean;
  /** Console errors and uncaught exceptions of the page so far, except refused calls. */
  readonly consoleErrors: readonly string[];
  /**
   * Sends one message of the card network: `sim('purchase', '--card', '…', '--amount', '12.34', …)`; returns its JSON
   * answer.
   */
  readonly sim: (...args: string[]) => Promise<Record<string, unknown>>;
  /** Log of the server so far. */
  readonly serverLog: () => string;
};

const START_MS = 120_000;

function collectErrors(
  page: Page,
  { serverFails, isAttacked }: Pick<Fixtures, 'serverFails' | 'isAttacked'>,
): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error' || REFUSED_CALL.test(message.text())) return;
    if (serverFails && FAILED_CALL.test(message.text())) return;
    if (isAttacked && KEPT_OUT.test(message.text())) return;
    errors.push(`${message.text()} (${message.location().url})`);
  });
  return errors;
}

/**
 * `test` of every spec. Each test gets a fresh browser context. The server and its database are shared by all files
 * that its worker runs, so a test only reads the people of the demo, changes its own people (own-people.ts), signs in
 * by itself and does not depend on another test. A page with an error in its console fails its test.
 */
export const test = base.extend<Fixtures>({
  server: [
    async ({ ownServer, gatewayPage }, use, info) => {
      await use(await reachServer(info, ownServer, gatewayPage));
    },
    { auto: true, timeout: START_MS },
  ],
  ownServer: [false, { option: true }],
  gatewayPage: ['frame', { option: true }],
  serverFails: [false, { option: true }],
  isAttacked: [false, { option: true }],
  hasOffers: [false, { option: true }],
  context: async ({ context, hasOffers }, use) => {
    if (!hasOffers) await putOffOffers(context);
    await use(context);
  },
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
  consoleErrors: [
    async ({ page, serverFails, isAttacked }, use) => {
      const errors = collectErrors(page, { serverFails, isAttacked });
      await use(errors);
      expect(errors, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
  sim: async ({ server }, use) => {
    await use((...args) => runSim(server, args));
  },
  serverLog: async ({ server }, use) => {
    await use(() => readFileSync(server.log, 'utf8'));
  },
});

export { expect };
