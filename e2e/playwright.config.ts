import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium, findHeadlessShell } from '../tools/chromium.ts';

const browser = findChromium();

/** What shows notices needs the whole browser; everything else is content with its engine. */
const WITH_NOTICES = ['access/notices/notices', 'access/offers/offers'].map((name) => `**/${name}.spec.ts`);

/**
 * Long ways whose every screen other journeys see at each width: they are gone once, on a phone, or a slow
 * machine would need more than an hour for everything.
 */
const AT_ONE_WIDTH = [
  'access/sign-in/card-sign-in',
  'access/sign-in/remember-me',
  'access/codes/request-code',
  'access/card-access/card-access',
  'access/methods/sign-in-methods',
  'access/passcode/passcode',
  'access/passkeys/passkeys',
  'access/session/session',
  'access/session/session-warning',
  'brands/import',
  'cards/home/live-updates',
  'cards/secure-details/secure-details',
  'cards/switch/card-switch',
  'info/pages',
  'security/marked-secrets',
  'transactions/purchase-life',
].map((name) => `**/${name}.spec.ts`);

function launchedBy(executablePath: string | undefined) {
  return {
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // A browser sandbox cannot be set up by root, which is what containers run as.
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

/** A test that is for one width alone says so by its tag. */
const WIDTHS = [
  {
    name: 'phone',
    grepInvert: /@desktop/,
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
  {
    name: 'desktop',
    testIgnore: AT_ONE_WIDTH,
    grepInvert: /@phone/,
    use: { viewport: { width: 1280, height: 900 } },
  },
];

/**
 * Each worker has a real server and a real database with the demo programme, for all its files at each width. So a
 * test changes only people of its own, and neither the order of tests nor that of files matters.
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
  // On a slow machine the longest take half of it.
  timeout: 60_000,
  expect: { timeout: 7_500 },
  reporter: process.env['WATTLE_E2E_REPORT']
    ? [['json', { outputFile: process.env['WATTLE_E2E_REPORT'] }], ['dot']]
    : [['list']],
  use: {
    locale: 'en-AU',
    timezoneId: 'Australia/Melbourne',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    trace: 'off',
  },
  projects: WIDTHS.flatMap(({ use, testIgnore = [], ...width }) => [
    {
      ...width,
      testIgnore: [...testIgnore, ...WITH_NOTICES],
      use: { ...use, ...launchedBy(findHeadlessShell() ?? browser) },
    },
    {
      ...width,
      name: `${width.name}, whole browser`,
      testMatch: WITH_NOTICES,
      use: { ...use, ...launchedBy(browser) },
    },
  ]),
});
