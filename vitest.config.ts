import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium, findHeadlessShell } from './tools/chromium.ts';
import { keptModules } from './tools/kept-modules.ts';
import { LongestFirst } from './tools/longest-first.ts';

/** Pure: no database, no network. */
const UNIT = [
  'contract/**/*.test.ts',
  'tools/**/*.test.ts',
  'web/{build,src}/**/*.test.ts',
  'desk-web/src/**/*.test.ts',
  'ops/**/*.test.ts',
  'server/**/*.domain.test.ts',
  'server/**/*.view.test.ts',
  'server/src/config/config.test.ts',
  'server/src/platform/**/*.test.ts',
  'server/src/outside/processors/**/*.test.ts',
  'server/src/outside/standard-webhooks.test.ts',
  'server/src/commands/sim/play-processor.test.ts',
];
/** Tests in these places that do need PostgreSQL. */
const PLATFORM_ON_POSTGRES = 'server/src/platform/**/*.database.test.ts';
const OPS_ON_POSTGRES = 'ops/**/*.database.test.ts';
/** Tests that set up a whole host, from packages that they fetch. */
const OPS_ON_HOST = 'ops/**/*.host.test.ts';

/** One PostgreSQL for all files, each with a separate database. */
const ON_POSTGRES = {
  // Files share what they import: loading the server again for each takes longer than many of its tests.
  isolate: false,
  globalSetup: ['server/test-support/processes/global-setup.ts'],
  setupFiles: ['server/test-support/processes/watch-transactions.ts'],
  // Argon2id and start-up tests take their time on two busy cores.
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

/**
 * Packages that screens load. A package that is found while tests run is bundled again, and tests that run then have
 * two copies of React.
 */
const PACKAGES_OF_SCREENS = [
  '@simplewebauthn/browser',
  '@tanstack/react-query',
  'axe-core',
  'eventsource-parser',
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'zod/mini',
];

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // A test that ends without an assertion fails. An awaited state may take its time on a busy machine: the limit of
    // the test bounds it.
    expect: { requireAssertions: true, poll: { timeout: 8_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: UNIT,
          exclude: ['**/node_modules/**', PLATFORM_ON_POSTGRES, OPS_ON_POSTGRES, OPS_ON_HOST],
          // For a test that hangs. Nothing here waits for time; slow tests are in the list of slow tests.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        optimizeDeps: { include: PACKAGES_OF_SCREENS },
        plugins: [keptModules()],
        // Screens in a browser's DOM: the real app, contract and texts, and a server that the test makes up.
        test: {
          name: 'screens',
          include: ['web/src/**/*.screen.test.tsx', 'desk-web/src/**/*.screen.test.tsx'],
          setupFiles: ['web/test-support/no-owner-stacks.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              // A page that fades in does not have its final colours yet.
              contextOptions: { reducedMotion: 'reduce' },
              launchOptions: {
                executablePath: findHeadlessShell() ?? findChromium(),
                args: ['--no-sandbox', '--disable-gpu'],
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 390, height: 844 } }],
          },
        },
      },
      {
        extends: true,
        // `npm run test:cluster`: a cluster of ops/deploy/ on this machine.
        test: { name: 'cluster', include: ['ops/**/*.cluster.ts'], testTimeout: 180_000, hookTimeout: 180_000 },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', PLATFORM_ON_POSTGRES],
          exclude: [
            '**/node_modules/**',
            'server/**/*.domain.test.ts',
            'server/**/*.view.test.ts',
            'server/src/config/config.test.ts',
            'server/src/platform/**/!(*.database).test.ts',
            'server/src/outside/processors/**/*.test.ts',
            'server/src/outside/standard-webhooks.test.ts',
            'server/src/commands/sim/play-processor.test.ts',
          ],
          ...ON_POSTGRES,
        },
      },
      {
        extends: true,
        // Only in a whole run.
        test: { name: 'ops', include: [OPS_ON_POSTGRES], ...ON_POSTGRES },
      },
      {
        extends: true,
        // Only in a whole run. Most of a test is waiting for programs of others.
        test: {
          name: 'host',
          include: [OPS_ON_HOST],
          globalSetup: ['ops/host/debian-base.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
