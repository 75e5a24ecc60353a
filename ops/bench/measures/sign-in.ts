import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../../server/src/compose/context.ts';
import { brandFields } from '../../../server/test-support/app.ts';
import { givenBrand, givenWebAccount } from '../../../server/test-support/factories.ts';
import type { TestBrand, TestWebAccount } from '../../../server/test-support/factories.ts';
import { closedLoop, type HttpClient, openHttpClient, openWarmUp, type WarmUp } from '../load.ts';
import { beside, type Measurement } from '../stage.ts';
import { median } from '../statistics.ts';

/** Enough to use both processors, without long queues. */
const CALLERS = 16;
const HOLDERS = 32;
/** Different identifiers on each side of a comparison. */
const IDENTIFIERS = 200;
/** Number of failures before a lock (decisions.md, "Account login"). */
const FAILURES_TO_LOCK = 5;

/** Measures sign-ins against the cost of password hashes, and whether timing reveals known names. */
export const measureSignIn: Measurement = async (stage) => {
  const { ctx, server } = await stage.place('few');
  const { seconds } = stage.options;
  const members = await givenMembers(ctx);
  const warmUp = openWarmUp();
  return async (note) => {
    const { bare, samples: served } = await beside(
      () => passwordsASecond(ctx, seconds),
      () => signInsASecond(server.baseUrl, members, { seconds, warmUp }),
    );
    note('sign-ins over HTTP', served);
    note('passwords by Argon2id alone', bare);
    note('sign-ins ÷ Argon2id alone', served / bare);
    const { wrong, locked } = await differences(ctx, server.baseUrl);
    note('wrong password, known user', wrong.known);
    note('wrong password, unknown user', wrong.unknown);
    note('known and unknown user, apart', wrong.apart);
    note('locked known and unknown user, apart', locked.apart);
  };
};

type Members = { readonly brand: TestBrand; readonly accounts: readonly TestWebAccount[] };

/** Web accounts of one brand, all with the factory's password. */
async function givenMembers(ctx: AppContext, count = HOLDERS): Promise<Members> {
  const brand = await givenBrand(ctx);
  const accounts: TestWebAccount[] = [];
  for (let made = 0; made < count; made += 1) accounts.push(await givenWebAccount(ctx, { brand }));
  return { brand, accounts };
}

type Attempt = { readonly brand: TestBrand; readonly userName: string; readonly password: string };

async function signIn(http: HttpClient, { brand, userName, password }: Attempt): Promise<string> {
  const fields = { grant_type: 'password', ...brandFields(brand), userName, password };
  const { status, body } = await http.send({
    method: 'POST',
    path: '/api/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  return status === 200 ? 'in' : `${status} ${(JSON.parse(body) as { error: string[] }).error[0]}`;
}

async function expectOutcome(http: HttpClient, attempt: Attempt, wanted: string): Promise<void> {
  const outcome = await signIn(http, attempt);
  if (outcome !== wanted) throw new Error(`a sign-in was answered ${outcome}, not ${wanted}`);
}

/** Sign-ins per second over HTTP: password check, session, audit line. */
async function signInsASecond(
  baseUrl: string,
  { brand, accounts }: Members,
  { seconds, warmUp }: { readonly seconds: number; readonly warmUp: WarmUp },
): Promise<number> {
  const http = openHttpClient(baseUrl, CALLERS);
  let turn = 0;
  const next = async () => {
    const account = accounts[(turn += 1) % accounts.length];
    if (!account) throw new Error('no accounts');
    await expectOutcome(http, { brand, userName: account.username, password: account.password }, 'in');
  };
  try {
    await warmUp(CALLERS, next);
    return (await closedLoop(CALLERS, seconds, next)).perSecond;
  } finally {
    http.close();
  }
}

/** Password checks per second by plain Argon2id at the same cost. */
async function passwordsASecond(ctx: AppContext, seconds: number): Promise<number> {
  const password = randomUUID();
  const hash = await ctx.secrets.hashSecret(password);
  const check = async () => {
    if (!(await ctx.secrets.verifySecret(hash, password))) throw new Error('the right password was refused');
  };
  await closedLoop(CALLERS, 1, check);
  return (await closedLoop(CALLERS, seconds, check)).perSecond;
}

type Difference = {
  /** Milliseconds, medians. */
  readonly known: number;
  readonly unknown: number;
  /** Share by which the larger median is above the smaller one. */
  readonly apart: number;
};

/**
 * Duration of a wrong password for existing and unknown users: 200 different names each, alternating, one at a time.
 * Then the same names again when all are locked.
 */
async function differences(
  ctx: AppContext,
  baseUrl: string,
): Promise<{ readonly wrong: Difference; readonly locked: Difference }> {
  const { brand, accounts } = await givenMembers(ctx, IDENTIFIERS);
  const known = accounts.map(({ username }) => username);
  const unknown = known.map((name) => `${randomUUID().slice(0, 8)}${name.slice(name.indexOf('@'))}`);
  const http = openHttpClient(baseUrl, CALLERS);
  const wrong = async (userName: string, code: string) =>
    expectOutcome(http, { brand, userName, password: 'not the password' }, `400 ${code}`);
  const timed = async (code: string): Promise<Difference> => {
    const took = { known: [] as number[], unknown: [] as number[] };
    for (let place = 0; place < IDENTIFIERS; place += 1) {
      for (const side of ['known', 'unknown'] as const) {
        const begin = performance.now();
        await wrong((side === 'known' ? known : unknown)[place] ?? '', code);
        took[side].push(performance.now() - begin);
      }
    }
    const medians = { known: median(took.known), unknown: median(took.unknown) };
    const { known: a, unknown: b } = medians;
    return { ...medians, apart: Math.max(a, b) / Math.min(a, b) - 1 };
  };
  try {
    const atFirst = await timed('20040');
    const names = [...known, ...unknown];
    for (let failure = 2; failure <= FAILURES_TO_LOCK; failure += 1) {
      const code = failure < FAILURES_TO_LOCK ? '20040' : '20043';
      await Promise.all(names.map(async (name) => wrong(name, code)));
    }
    return { wrong: atFirst, locked: await timed('20043') };
  } finally {
    http.close();
  }
}
