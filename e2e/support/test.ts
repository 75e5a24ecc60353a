import { readFileSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import { runSim } from './commands.ts';
import { reachServer } from './global-setup.ts';
import { putOffOffers } from './put-off-offers.ts';
import type { RunningServer } from './running-server.ts';

/**
 * Lines that a failed call leaves in Chromium's console by itself: a 4xx is how the API says no, and a test that
 * takes the network away wants its calls to fail. Neither says anything about the page.
 */
const REFUSED_CALL =
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/;
/** Console messages about what a policy or another origin denied to a hostile script. */
const KEPT_OUT = /Content Security Policy|^Unsafe attempt to initiate navigation/;
const FAILED_CALL = /^Failed to load resource: the server responded with a status of 5\d\d/;

type Fixtures = {
  /** The server of this worker, on a database with the demo programme that all its files share. */
  readonly server: RunningServer;
  /** The file changes the programme itself, so it has a server of its own from a copy of the demo. Set it for all of a file. */
  readonly ownServer: boolean;
  /** The test is about a server that fails, so what that leaves in the console counts as nothing. */
  readonly serverFails: boolean;
  /** The test plants a hostile script, so what is kept from it counts as nothing. */
  readonly isAttacked: boolean;
  /** Whether a passcode and notices are offered after sign-in. A test that is not about them has put them off. */
  readonly hasOffers: boolean;
  /** Errors of the console and uncaught exceptions of the page so far, refused calls left out. */
  readonly consoleErrors: readonly string[];
  /** One message of the card network: `sim('purchase', '--card', '…', '--amount', '12.34', …)`; gives its JSON answer. */
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
 * that its worker runs, so a test only reads the people of the demo, changes people of its own (own-people.ts), signs
 * in by itself and leans on nothing that another test did. A page with an error in its console fails its test.
 */
export const test = base.extend<Fixtures>({
  server: [
    async ({ ownServer }, use, info) => {
      await use(await reachServer(info, ownServer));
    },
    { auto: true, timeout: START_MS },
  ],
  ownServer: [false, { option: true }],
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
