import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/postgres/embedded-postgres.ts';
import { databaseAt, givenContext, type TestContext } from '../../server/test-support/processes/database.ts';
import { dice } from '../../server/test-support/dice.ts';
import { givenSession } from '../../server/test-support/factories.ts';
import { productionSettings } from '../../server/test-support/processes/production-server.ts';
import {
  freePort,
  givenServerHome,
  type ServerHome,
  type ServerProcess,
} from '../../server/test-support/processes/server-process.ts';
import { givenPayer, givenTransferProduct } from '../../server/test-support/transfers.ts';
import { brokenIn } from '../../server/test-support/ledger/verified.ts';
import { anyRequest, type Payer, sendOnce } from '../../server/stress/client.ts';

/** Two servers behind nginx, with the site of deploy/, replaced one by one under load. */
const CALLERS = 6;
/** ops/docs/cluster.md, “Restart one by one”. */
const PAUSE_MS = 11_000;

let folder: string;
let postgres: EmbeddedPostgres;
let ctx: TestContext;
let nginx: ChildProcess;
let site: string;
let people: Payer[];
const servers: { readonly home: ServerHome; process: ServerProcess; readonly settings: Record<string, string> }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-rolling-'));
  chmodSync(folder, 0o711);
  postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), isThrowAway: true });
  await migrate(postgres.ownerUrl, { mode: 'production', appLogin: postgres.appLogin });
  ctx = await givenContext({}, databaseAt(postgres.ownerUrl, postgres.appUrl));
  ctx.setSecurityTime(Date.now());
  const product = await givenTransferProduct(ctx, { maxBalance: 1e9, maxBalanceUnverified: 1e9 });
  people = await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      const { card, webAccount } = await givenPayer(ctx, product, 10_000_000n);
      const { authorization } = (await givenSession(ctx, { webAccount })).headers;
      const { accountNumber, ledgerAccountId } = card.account;
      return { accountNumber, ledgerAccountId, pan: card.pan, authorization };
    }),
  );
  for (let number = 0; number < 2; number += 1) {
    const home = await givenServerHome();
    const settings = { ...productionSettings(postgres.appUrl, product.brand), WATTLE_TRUSTED_PROXIES: '127.0.0.1' };
    const process = home.launch(settings);
    await process.ready();
    servers.push({ home, process, settings });
  }
  site = `http://127.0.0.1:${await startNginx()}`;
});
afterAll(async () => {
  const over = nginx && new Promise((resolve) => nginx.once('exit', resolve));
  nginx?.kill('SIGTERM');
  await over;
  for (const { home } of servers) await home.close();
  await ctx?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Site of deploy/ with the addresses of this test and without TLS. */
async function startNginx(): Promise<number> {
  const port = await freePort();
  const [first, second] = servers.map(({ home }) => `127.0.0.1:${home.port}`);
  const deployed = readFileSync(path.join(import.meta.dirname, '../../deploy/nginx/wattle.conf'), 'utf8');
  const config = deployed
    .replace(/server \{\n {4}listen 80;[\s\S]*?\n\}\n/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ {4}ssl_.*\n/gm, '')
    .replace('10.0.0.21:3000', first ?? '')
    .replace('10.0.0.22:3000', second ?? '');
  const place = path.join(folder, 'nginx');
  mkdirSync(place);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${place}/${name};`,
  );
  writeFileSync(
    path.join(place, 'nginx.conf'),
    `daemon off; pid ${place}/pid; error_log ${place}/error.log; worker_processes 1; events {}\nhttp { access_log off; ${temporary.join(' ')}\n${config}\n}\n`,
  );
  nginx = spawn('/usr/sbin/nginx', ['-c', path.join(place, 'nginx.conf'), '-p', place], { stdio: 'inherit' });
  await vi.waitUntil(
    () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    {
      timeout: 10_000,
      interval: 100,
    },
  );
  return port;
}

/** Callers without retries. */
function startLoad() {
  const answers = new Map<number | string, number>();
  let isOver = false;
  const callers = Array.from({ length: CALLERS }, async (_, number) => {
    const roll = dice(number + 1);
    for (let sent = 0; !isOver; sent += 1) {
      const asked = anyRequest(roll, people, `rolling-${number}-${sent}`);
      const status = await sendOnce(site, asked, ctx.secrets).catch((error: Error) => error.message);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      await sleep(10);
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(callers);
      return Object.fromEntries(answers);
    },
  };
}

/** Browser with a stream that reconnects: the longest time without one. */
function startListener() {
  let isOver = false;
  let longest = 0;
  const ending = new AbortController();
  const listening = (async () => {
    let lostAt = performance.now();
    while (!isOver) {
      const answer = await fetch(`${site}/api/live`, {
        headers: { authorization: people[0]?.authorization ?? '' },
        signal: ending.signal,
      }).catch(() => undefined);
      if (answer?.status === 200 && answer.body) {
        longest = Math.max(longest, performance.now() - lostAt);
        const reader = answer.body.getReader();
        while (!(await reader.read().catch(() => ({ done: true }))).done);
        lostAt = performance.now();
      }
      await sleep(200);
    }
  })();
  return {
    async stop() {
      isOver = true;
      ending.abort();
      await listening;
      return longest;
    },
  };
}

test('replacing both servers under load fails no request, and streams reconnect', async () => {
  const load = startLoad();
  const listener = startListener();
  await sleep(2_000);
  for (const server of servers) {
    server.process.child.kill('SIGTERM');
    expect(await server.process.ended()).toBe(0);
    server.process = server.home.launch(server.settings);
    await server.process.ready();
    await sleep(PAUSE_MS);
  }
  const answers = await load.stop();
  const unheard = await listener.stop();
  process.stdout.write(
    `both servers replaced: answers ${JSON.stringify(answers)}, longest without a live stream ${(unheard / 1_000).toFixed(1)} s\n`,
  );
  expect(Object.keys(answers)).toEqual(['200']);
  expect(unheard).toBeLessThan(5_000);
  expect(await brokenIn(ctx)).toEqual([]);
});

test('killing one of two servers under load makes every payment once when it is retried with its key', async () => {
  const countPaid = async () => {
    const sql =
      "SELECT count(*)::int AS paid FROM transfer WHERE key NOT LIKE 'opening:%' AND key NOT LIKE 'network:%'";
    return (await ctx.asOwner<{ paid: number }>(sql))[0]?.paid ?? 0;
  };
  const before = await countPaid();
  let isOver = false;
  let answered = 0;
  let askedAgain = 0;
  const callers = people.map(async (payer, number) => {
    const payee = people[(number + 1) % people.length];
    for (let sent = 0; !isOver; sent += 1) {
      const asked = { key: `killed-${number}-${sent}`, payer, payee, amount: 1 };
      while ((await sendOnce(site, asked, ctx.secrets).catch(() => 0)) !== 200) {
        askedAgain += 1;
        await sleep(100);
      }
      answered += 1;
    }
  });
  const [killed] = servers;
  if (!killed) throw new Error('two servers');
  await sleep(2_000);
  killed.process.child.kill('SIGKILL');
  await killed.process.ended();
  await sleep(3_000);
  killed.process = killed.home.launch(killed.settings);
  await killed.process.ready();
  await sleep(2_000);
  isOver = true;
  await Promise.all(callers);
  process.stdout.write(`a server of two killed: ${answered} payments, ${askedAgain} asked again\n`);
  expect((await countPaid()) - before).toBe(answered);
  expect(await brokenIn(ctx)).toEqual([]);
});
