import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { CookieJar } from '../../http/cookies.ts';

const COOKIE = 'store';
const SECRET = /^[\w-]{43}$/;

type Browser = { readonly ctx: Pick<AppContext, 'secrets' | 'config'>; readonly cookies: CookieJar };

function hashOf({ ctx }: Browser, secret: string): Buffer {
  return ctx.secrets.identifierHash('store browser', secret);
}

/** Hash of the browser's secret that an order stores; undefined where the browser has not bought anything. */
export function browserOf(browser: Browser): Buffer | undefined {
  const secret = browser.cookies.read(COOKIE);
  return secret !== undefined && SECRET.test(secret) ? hashOf(browser, secret) : undefined;
}

/** The same for a browser that buys or has given a code. It is remembered for a while from now on. */
export function knownBrowserOf(browser: Browser): Buffer {
  const { ctx, cookies } = browser;
  const sent = cookies.read(COOKIE);
  const secret = sent !== undefined && SECRET.test(sent) ? sent : randomBytes(32).toString('base64url');
  cookies.keep(COOKIE, secret, ctx.config.store.browserMs);
  return hashOf(browser, secret);
}
