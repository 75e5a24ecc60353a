import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  LAST_OF_BASELINE,
  migrate,
  migrationNames,
  MIGRATIONS_FOLDER,
} from '../../server/src/platform/database/migrate.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/postgres/embedded-postgres.ts';
import { databaseAt, givenContext, type TestContext } from '../../server/test-support/processes/database.ts';
import { dice } from '../../server/test-support/dice.ts';
import { givenSession } from '../../server/test-support/factories.ts';
import { productionSettings } from '../../server/test-support/processes/production-server.ts';
import { givenServerHome, type ServerHome } from '../../server/test-support/processes/server-process.ts';
import { givenPayer, givenTransferProduct } from '../../server/test-support/transfers.ts';
import { brokenIn } from '../../server/test-support/ledger/verified.ts';
import { anyRequest, ask, type Payer } from '../../server/stress/client.ts';
import { type Acknowledged, counts, countsOf, lost } from '../../server/stress/still-there.ts';

/**
 * A server of the sources before the newest migration, started late: on the current schema, beside a current server.
 * Without a migration after version 0.2.0, a server of the sources with that schema.
 */
const ROOT = path.join(import.meta.dirname, '../..');
const REQUESTS = 400;
const CALLERS = 4;

let folder: string;
let postgres: EmbeddedPostgres;
let ctx: TestContext;
let payers: Payer[];
let tenantId: number;
const homes: ServerHome[] = [];
const baseUrls: string[] = [];

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** Sources of the previous release with current packages. Returns their commit and the newest migrations. */
function unpackBefore(into: string) {
  const newest = migrationNames(MIGRATIONS_FOLDER).at(-1) ?? '';
  const added = () =>
    git('log', '--diff-filter=A', '--format=%H', '--', `server/migrations/${newest}.sql`).split('\n').at(-1);
  const commit =
    newest === LAST_OF_BASELINE
      ? git('log', '-1', '--format=%H', '--', 'server/migrations')
      : git('rev-parse', `${added()}^`);
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', into], { input: archive });
  const packages = path.join(into, 'node_modules');
  mkdirSync(path.join(packages, '@wattle'), { recursive: true });
  for (const name of readdirSync(path.join(ROOT, 'node_modules'))) {
    if (name !== '@wattle' && !name.startsWith('.'))
      symlinkSync(path.join(ROOT, 'node_modules', name), path.join(packages, name));
  }
  for (const name of ['contract', 'server', 'web'])
    symlinkSync(path.join(into, name), path.join(packages, '@wattle', name));
  const build = path.join(ROOT, 'web/dist');
  if (existsSync(build)) symlinkSync(build, path.join(into, 'web/dist'));
  return { commit, newest, before: migrationNames(path.join(into, 'server/migrations')).at(-1) };
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-before-'));
  chmodSync(folder, 0o711);
  mkdirSync(path.join(folder, 'before'));
  postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), isThrowAway: true });
  await migrate(postgres.ownerUrl, { mode: 'production', appLogin: postgres.appLogin });
  ctx = await givenContext({}, databaseAt(postgres.ownerUrl, postgres.appUrl));
  ctx.setSecurityTime(Date.now());
  const product = await givenTransferProduct(ctx, { maxBalance: 1e9, maxBalanceUnverified: 1e9 });
  ({ tenantId } = product.brand);
  payers = await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      const { card, webAccount } = await givenPayer(ctx, product, 10_000_000n);
      const { authorization } = (await givenSession(ctx, { webAccount })).headers;
      const { accountNumber, ledgerAccountId } = card.account;
      return { accountNumber, ledgerAccountId, pan: card.pan, authorization };
    }),
  );
  const { commit, newest, before } = unpackBefore(path.join(folder, 'before'));
  if (before === newest && newest !== LAST_OF_BASELINE) throw new Error(`${commit} has the newest migration`);
  process.stdout.write(`The release before is ${commit.slice(0, 8)} with ${before}; the schema is of ${newest}\n`);
  for (const root of [ROOT, path.join(folder, 'before')]) {
    const home = await givenServerHome(path.join(root, 'server/src/start/main.ts'));
    homes.push(home);
    baseUrls.push((await home.launch(productionSettings(postgres.appUrl, product.brand)).ready()).baseUrl);
  }
});
afterAll(async () => {
  for (const home of homes) await home.close();
  await ctx?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the previous release works on the current schema beside a current server', async () => {
  const acknowledged: Acknowledged[] = [];
  const callers = Array.from({ length: CALLERS }, async (_, number) => {
    const roll = dice(number + 1);
    for (let sent = 0; sent < REQUESTS / CALLERS; sent += 1) {
      const asked = anyRequest(roll, payers, `before-${number}-${sent}`);
      // Each request goes to both: the second returns the response of the first.
      const [first, second] = (sent + number) % 2 === 0 ? baseUrls : baseUrls.toReversed();
      const answer = await ask(first ?? '', asked, ctx.secrets);
      expect(await ask(second ?? '', asked, ctx.secrets)).toEqual(answer);
      if (!answer) throw new Error('a request was not answered');
      acknowledged.push({ asked, answer });
    }
  });
  await Promise.all(callers);
  const byServer = await Promise.all(
    baseUrls.map(
      async (url) =>
        (await fetch(`${url}/api/card/cards`, { headers: { authorization: payers[0]?.authorization ?? '' } })).status,
    ),
  );
  expect(byServer).toEqual([200, 200]);
  expect(await lost(ctx, acknowledged)).toEqual([]);
  expect(await counts(ctx, tenantId)).toEqual(countsOf(acknowledged));
  expect(await brokenIn(ctx)).toEqual([]);
});
