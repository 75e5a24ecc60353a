import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium, findHeadlessShell } from '../tools/chromium.ts';

const browser = findChromium();

/** Notifications need the whole browser; everything else runs on the headless shell. */
const WITH_PUSH = ['access/push/push', 'access/offers/offers'].map((name) => `**/${name}.spec.ts`);

/**
 * `npm test` runs the tagged tests: `@gate` on a phone, `@gate-desktop` on a desktop. The full run has all tests at
 * both widths, except those for one: `@phone`, `@desktop`.
 */
const isGate = process.env['WATTLE_E2E'] === 'gate';

function launchedBy(executablePath: string | undefined) {
  return {
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Root, the user in containers, cannot set up a browser sandbox.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
      ],
    },
  };
}

const WIDTHS = [
  {
    name: 'phone',
    ...(isGate && { grep: /@gate(?!-)/ }),
    grepInvert: /@desktop/,
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
  {
    name: 'desktop',
    ...(isGate && { grep: /@gate-desktop/ }),
    grepInvert: /@phone/,
    use: { viewport: { width: 1280, height: 900 } },
  },
];

/**
 * Each worker has a real server and database with the demo programme, for all its files at each width. So a test
 * changes only its own people, and the order of tests and files does not matter.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/e2e',
  globalSetup: './support/global-setup.ts',
  workers: Math.min(availableParallelism(), 2),
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // On a slow machine the longest tests take half of it.
  timeout: 60_000,
  expect: { timeout: 7_500 },
  reporter: process.env['WATTLE_E2E_REPORT']
    ? [['json', { outputFile: process.env['WATTLE_E2E_REPORT'] }], ['dot']]
    : [['list']],
  use: {
    locale: 'en-AU',
    timezoneId: 'Australia/Melbourne',
    reducedMotion: 'reduce',
    // A worker's requests pass by `page.route`. The specs of notices and of the installed app allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'off',
  },
  projects: WIDTHS.flatMap(({ use, ...width }) => [
    {
      ...width,
      testIgnore: WITH_PUSH,
      use: { ...use, ...launchedBy(findHeadlessShell() ?? browser) },
    },
    {
      ...width,
      name: `${width.name}, whole browser`,
      testMatch: WITH_PUSH,
      use: { ...use, ...launchedBy(browser) },
    },
  ]),
});
