import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../../compose/context.ts';
import type { CookieJar } from '../../../http/cookies.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Brand } from '../../brands/public.ts';
import { maskName } from './masked-name.domain.ts';
import { addRemembered, deleteRemembered, findRemembered } from './remembered-user.store.ts';

const DAY_MS = 24 * 3_600_000;

type Visit = { readonly ctx: AppContext; readonly brand: Brand; readonly cookies: CookieJar };

/** Brands share a host, so each has its own. */
const cookieOf = (brand: Brand) => `remembered-${brand.id}`;

const hashOf = (ctx: AppContext, brand: Brand, secret: string) =>
  ctx.secrets.identifierHash(`${brand.id}:remembered`, secret);

/** The username that this visitor's browser remembers for the brand, in full. */
export async function rememberedName({ ctx, brand, cookies }: Visit): Promise<string | undefined> {
  const secret = cookies.read(cookieOf(brand));
  if (secret === undefined || brand.settings.RemberMeDays === 0) return undefined;
  const found = await ctx.database.read(brand.tenantId, (tx) =>
    findRemembered(tx, brand, hashOf(ctx, brand, secret), ctx.clocks.security.now()),
  );
  return found?.username;
}

/** The same, where it is the one that `masked` stands for. */
export async function findRememberedName(visit: Visit, masked: string): Promise<string | undefined> {
  const name = await rememberedName(visit);
  return name !== undefined && maskName(name) === lineText(masked) ? name : undefined;
}

/** Lets this browser remember the person who signs in, under a new secret. Its previous secret becomes invalid. */
export async function rememberUser(tx: Tx, { ctx, brand, cookies }: Visit, webAccountId: bigint): Promise<void> {
  const forMs = brand.settings.RemberMeDays * DAY_MS;
  if (forMs === 0) return;
  const before = cookies.read(cookieOf(brand));
  if (before !== undefined) await deleteRemembered(tx, brand, hashOf(ctx, brand, before));
  const secret = randomBytes(32).toString('base64url');
  const now = ctx.clocks.security.now();
  await addRemembered(tx, brand, { secretHash: hashOf(ctx, brand, secret), webAccountId, now, endsAt: now + forMs });
  cookies.keep(cookieOf(brand), secret, forMs);
}

/** Forgets what this browser remembers for the brand. */
export async function forgetUser(ctx: AppContext, brand: Brand, cookies: CookieJar): Promise<void> {
  const secret = cookies.read(cookieOf(brand));
  if (secret !== undefined) {
    await ctx.database.transact(brand.tenantId, (tx) => deleteRemembered(tx, brand, hashOf(ctx, brand, secret)));
  }
  cookies.forget(cookieOf(brand));
}

/** Whether the browser sent a cookie for the brand, good or not. */
export function hasRememberCookie({ brand, cookies }: Visit): boolean {
  return cookies.read(cookieOf(brand)) !== undefined;
}
