import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findChromium, findHeadlessShell } from './chromium.ts';
import { canInstall, install } from './debian.ts';
import { failure, type Outcome, PASSED, ROOT, run, runBin, type Step } from './steps.ts';
import { placeOf, type TimedTest } from './timed-tests.ts';

const CONFIG = 'e2e/playwright.config.ts';

const HOW_TO_GET_A_BROWSER = `The browser tests need Chromium or Chrome, and none was found. Either
  - install one (Debian: apt-get install chromium), or
  - name one: WATTLE_CHROME=/path/to/chrome npm test, or
  - leave the browser tests out: npm test -- --no-browser`;

/** Finds a browser, or installs Debian's if possible. Otherwise returns instructions for the person. */
export async function provideBrowser({ withOthers = false } = {}): Promise<string | undefined> {
  if (!findChromium()) {
    if (process.env['WATTLE_CHROME']) return `WATTLE_CHROME names no file.\n${HOW_TO_GET_A_BROWSER}`;
    if (!canInstall()) return HOW_TO_GET_A_BROWSER;
    console.log('Installing Chromium for the browser tests');
    const fault = await install(['chromium', 'fonts-noto-cjk']);
    if (fault || !findChromium()) return `${fault ?? ''}\n${HOW_TO_GET_A_BROWSER}`;
  }
  // Only for speed: where it is missing, the whole browser runs everything.
  if (canInstall() && !process.env['WATTLE_CHROME'] && !findHeadlessShell()) await install(['chromium-headless-shell']);
  // Without a Chinese font every glyph is an empty box, which hides what overflows.
  if (canInstall() && !(await run('fc-list', [':lang=zh-cn'])).stdout.trim())
    await install(['fontconfig', 'fonts-noto-cjk']);
  // The page's own font arrives later. The fallback is fitted to Arial: with another font, lines move.
  if (canInstall() && !/Arial|Liberation Sans|Arimo/.test((await run('fc-list', [])).stdout))
    await install(['fonts-liberation']);
  if (withOthers) await provideOtherBrowsers();
  return undefined;
}

/** Debian's, for one journey in each. Without them the journey is skipped. */
const OTHER_BROWSERS = [
  { name: 'WebKit', programs: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'], packages: ['webkit2gtk-driver', 'xvfb'] },
  { name: 'Firefox', programs: ['/usr/bin/firefox-esr'], packages: ['firefox-esr'] },
];

async function provideOtherBrowsers(): Promise<void> {
  for (const { name, programs, packages } of OTHER_BROWSERS) {
    const isThere = () => programs.every((program) => existsSync(program));
    if (!isThere() && canInstall()) {
      console.log(`Installing ${name} for the browser tests`);
      await install(packages);
    }
    if (!isThere()) console.log(`${name} is not there (Debian: ${packages.join(', ')}): its journey is skipped`);
  }
}

async function build(): Promise<Outcome> {
  const { code, output } = await run(process.execPath, [resolve(ROOT, 'tools/build-web.ts')]);
  return code === 0 ? PASSED : failure(output);
}

/** The web app, and the size of a first visit. */
export const webStep: Step = {
  name: 'web build',
  run: async () => {
    const built = await build();
    if (built.failed > 0) return built;
    const { code, output } = await run(process.execPath, [resolve(ROOT, 'tools/web-size.ts')]);
    if (code !== 0) return failure(output);
    return { passed: 2, failed: 0, skipped: 0, note: output.trim().split('\n').at(-1) ?? '' };
  },
};

type Suite = { readonly title: string; readonly suites?: readonly Suite[]; readonly specs?: readonly Spec[] };
type Spec = {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly tests: readonly {
    readonly projectName: string;
    readonly results: readonly {
      readonly duration: number;
      readonly errors?: readonly { readonly message?: string }[];
      readonly attachments?: readonly { readonly name: string; readonly path?: string }[];
    }[];
    readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  }[];
};
type PlaywrightReport = {
  readonly suites: readonly Suite[];
  readonly errors: readonly { readonly message?: string }[];
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
};

function specsOf(suite: Suite): Spec[] {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

const PAGE_LINES = 60;

/** Page when a test failed, from its main part on. Playwright keeps it as an outline with the picture. */
function pageOf({ attachments = [] }: Spec['tests'][number]['results'][number]): string {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  if (path === undefined || !existsSync(path)) return '';
  const outline = /```yaml\n([\s\S]*?)```/.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  const lines = outline.replaceAll(/ \[(ref=\w+|cursor=pointer)\]/g, '').split('\n');
  const start = Math.max(
    0,
    lines.findIndex((line) => /^ *- main\b/.test(line)),
  );
  return lines.slice(start, start + PAGE_LINES).join('\n');
}

function failures(report: PlaywrightReport): string {
  const tests = report.suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected')
      .map((test) => {
        const why = test.results.flatMap((result) => result.errors ?? []).map((error) => error.message ?? '');
        const words = why.join('\n').split('\n').slice(0, 30).join('\n');
        const page = test.results.map(pageOf).join('\n');
        return `${spec.file}:${spec.line} [${test.projectName}] ${spec.title}\n${words}\n${page}`;
      }),
  );
  return [...report.errors.map((error) => error.message ?? ''), ...tests].join('\n\n');
}

async function journeys(
  args: readonly string[] = [],
  options: { readonly env?: Readonly<Record<string, string>>; readonly timeoutMs?: number } = {},
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-playwright-'));
  try {
    const file = join(folder, 'report.json');
    const { code, output } = await runBin('@playwright/test/cli.js', ['test', '-c', CONFIG, ...args], {
      ...options,
      env: { ...options.env, WATTLE_E2E_REPORT: file },
    });
    if (!existsSync(file)) return failure(output);
    const report = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
    const { expected, unexpected, flaky, skipped } = report.stats;
    const failed = unexpected + flaky;
    const tests = timedTests(report);
    if (code === 0 && failed === 0 && expected > 0) return { passed: expected, failed: 0, skipped, tests };
    return { passed: expected, failed: Math.max(failed, 1), skipped, details: failures(report) || output, tests };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function timedTests(report: PlaywrightReport): TimedTest[] {
  return report.suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status !== 'skipped')
      .map(({ projectName, results, status }) => ({
        place: placeOf(ROOT, resolve(ROOT, 'e2e', spec.file), spec.line),
        name: `${spec.title} [${projectName}]`,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        failed: status !== 'expected',
      })),
  );
}

/**
 * Everything takes 35 minutes on a slow machine. A hanging journey ends by its own limit; this limit ends a browser.
 */
const JOURNEYS_MS = 45 * 60 * 1000;

type Size = { readonly isFull: boolean; readonly withBrowser: boolean };

/** Tells the configuration to run what `npm test` runs: one journey for each capability. */
const envOf = ({ isFull }: Pick<Size, 'isFull'>): Readonly<Record<string, string>> =>
  isFull ? {} : { WATTLE_E2E: 'gate' };

async function countJourneys(size: Size): Promise<Outcome> {
  const { stdout, output } = await runBin(
    '@playwright/test/cli.js',
    ['test', '-c', CONFIG, '--list', '--reporter=json'],
    { env: { ...envOf(size), WATTLE_E2E_REPORT: '' } },
  );
  if (!stdout.includes('{')) return failure(output);
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as PlaywrightReport;
  const skipped = report.suites.flatMap(specsOf).flatMap((spec) => spec.tests).length;
  return { passed: 0, failed: 0, skipped, details: `--no-browser: ${skipped} browser tests were skipped` };
}

/** The journeys, on the web app as it was built before. */
export function browserSteps(size: Size): readonly Step[] {
  const all = () => journeys([], { env: envOf(size), timeoutMs: JOURNEYS_MS });
  return [{ name: 'journeys in a browser', run: size.withBrowser ? all : () => countJourneys(size) }];
}

/** The named tests of the browser, on the web app as it is now. */
export function browserTests(places: readonly string[]): readonly Step[] {
  const named = () => journeys(places, { timeoutMs: JOURNEYS_MS });
  return [
    { name: 'web build', run: build },
    { name: 'named journeys in a browser', run: named },
  ];
}
