import { chromium, type Page } from '@playwright/test';
import { join } from 'node:path';
import { amelia, jack, type WebPerson } from '../e2e/support/people.ts';
import { putOffOffers } from '../e2e/support/put-off-offers.ts';
import { startServer, stopServer } from '../e2e/support/running-server.ts';
import { settled } from '../e2e/support/settled.ts';
import { pathOf, signIn } from '../e2e/support/sign-in.ts';
import { findChromium } from './chromium.ts';
import { ROOT } from './steps.ts';

/** `node tools/pictures.ts` takes the pictures of the README again, from the demo programme. */
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

type Picture = {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly locale?: 'zh-CN';
  readonly dark?: boolean;
  readonly take: (page: Page) => Promise<void>;
};

const home = (person: WebPerson) => (page: Page) => signIn(page, person);

const signedInAt = (path: string) => async (page: Page) => {
  await signIn(page, amelia);
  await page.goto(path);
};

const pictures: readonly Picture[] = [
  { name: 'card-home-desktop', size: DESKTOP, take: home(amelia) },
  { name: 'card-home-phone', size: PHONE, take: home(amelia) },
  { name: 'card-home-stumps-phone', size: PHONE, take: home(jack) },
  { name: 'card-home-dark-phone', size: PHONE, dark: true, take: home(amelia) },
  {
    name: 'transactions-desktop',
    size: DESKTOP,
    take: signedInAt('/transactions'),
  },
  {
    name: 'sign-in-chinese-phone',
    size: PHONE,
    locale: 'zh-CN',
    take: async (page) => {
      await page.goto(pathOf('wattle', '/login'));
    },
  },
];

const executablePath = findChromium();
if (executablePath === undefined) throw new Error('No Chromium: WATTLE_CHROME names one');
const server = await startServer();
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
try {
  for (const picture of pictures) {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: picture.size,
      isMobile: picture.size === PHONE,
      hasTouch: picture.size === PHONE,
      locale: picture.locale ?? 'en-AU',
      timezoneId: 'Australia/Melbourne',
      colorScheme: picture.dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    await putOffOffers(context);
    const page = await context.newPage();
    await picture.take(page);
    // On a first visit it comes after the page.
    await page.waitForFunction(() => [...document.fonts].some(({ family }) => family === 'Wattle Inter'));
    await settled(page);
    await page.screenshot({ path: join(ROOT, 'docs/pictures', `${picture.name}.png`) });
    await context.close();
    console.log(`docs/pictures/${picture.name}.png`);
  }
} finally {
  await browser.close();
  await stopServer(server);
}
