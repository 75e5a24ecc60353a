import { randomUUID } from 'node:crypto';
import type { TokenResponse } from '@wattle/contract/access/sign-in.ts';
import { expect, type Page } from '@playwright/test';
import type { Session } from '../../web/src/session/session-state.domain.ts';
import type { CardPerson, WebPerson } from './people.ts';

/** Key under which the app stores its session (web/src/session/session.ts). */
const STORAGE_KEY = 'wattle.session';

/** Path of a screen under a brand; the default brand has no prefix. */
export function pathOf(brand: string, path: string): string {
  return brand === 'wattle' ? path : `/${brand}${path}`;
}

function grantOf(person: WebPerson | CardPerson): Readonly<Record<string, string>> {
  return 'username' in person
    ? { grant_type: 'password', userName: person.username, password: person.password }
    : { grant_type: 'card', cardnumber: person.card, accesscode: person.accessCode };
}

/** Requests the tokens of a person like the app, with the cookies of the browser. */
async function sessionFor(page: Page, person: WebPerson | CardPerson): Promise<Session> {
  const { brand } = person;
  const found = await page.request.get(`/api/brand/${brand}`);
  const { BrandId, TenantId } = (await found.json()) as { BrandId: number; TenantId: number };
  const answer = await page.request.post('/api/token', {
    headers: { 'user-agent': await page.evaluate(() => navigator.userAgent) },
    form: { ...grantOf(person), brand, brandId: String(BrandId), tenantId: String(TenantId) },
  });
  expect(answer.ok(), `sign-in at ${brand} answered ${answer.status()}`).toBe(true);
  const token = (await answer.json()) as TokenResponse;
  return {
    id: randomUUID(),
    brand,
    kind: 'username' in person ? 'account' : 'card',
    renewals: 0,
    idleSinceMs: Date.now(),
    accessToken: token.access_token,
    refreshToken: token.refresh_token,
    idleTotalMs: token.SessionExpiryTotalMilliseconds,
    warningMs: token.SessionExpiryWarningMilliseconds,
    isWarningEnabled: token.IsSessionExpiryWarningEnabled,
  };
}

/**
 * Signs a person in by the call of sign-in without its screen, and opens the card home. The session is stored once
 * where the app keeps it, so that a sign-out is final.
 */
export async function signIn(page: Page, person: WebPerson | CardPerson): Promise<void> {
  const session = await sessionFor(page, person);
  const given = await page.addInitScript(
    ({ key, value }) => {
      // Not in a frame of another origin, nor in a sandboxed one, which has no storage.
      if (self === top) sessionStorage.setItem(key, value);
    },
    { key: STORAGE_KEY, value: JSON.stringify(session) },
  );
  await page.goto(pathOf(person.brand, '/cardHome'));
  await given.dispose();
  await atCardHome(page, person);
}

async function atCardHome(page: Page, { brand }: WebPerson | CardPerson): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`${pathOf(brand, '/cardHome')}$`, 'i'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
