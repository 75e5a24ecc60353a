import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { givenOverdueComplaint } from '../../test-support/complaints.ts';
import { give, givenStaff } from '../../test-support/desk/desk.ts';
import { DESK_SAMPLES, givenLocked } from '../../test-support/desk/desk-samples.ts';
import { givenBrand, givenCard, givenPan, givenProduct, type TestBrand } from '../../test-support/factories.ts';
import { withChannelOff } from '../../test-support/messages.ts';
import { postNetwork, purchaseOf } from '../../test-support/network.ts';
import { giveBackBy, givenUnsettledRefund } from '../../test-support/outside/unsettled-refund.ts';
import { databaseAt, type TestContext } from '../../test-support/processes/database.ts';
import { givenConnection } from '../../test-support/processors/given-connection.ts';
import { fires, hasPromtool } from '../../test-support/promtool.ts';
import { givenEndpoint, spreadAll } from '../../test-support/webhooks/given-endpoint.ts';
import type { AppContext } from '../compose/context.ts';
import { queueRequested } from '../features/messages/public.ts';
import { countAlert, countAsk } from '../features/processors/figures.ts';
import { saveBalance } from '../features/processors/balance/balance.store.ts';
import { countIgnored, countReceipt } from '../features/receipts/receipt-figures.ts';
import { saveTrouble, type TroubleKind } from '../features/settlement/trouble/trouble.store.ts';
import { switchEndpoint } from '../features/webhooks/endpoint.store.ts';
import { noteFault } from '../features/webhooks/figures.ts';
import { noteEvents } from '../features/webhook-events/public.ts';
import { LEDGER_CHAIN } from '../ledger/ledger-chain.ts';
import { buildApp } from '../http/app.ts';
import { openOutsideFigures } from '../outside/figures.ts';
import { openFailingSystems } from '../outside/failing.ts';
import type { MessageReceipt } from '../outside/receipt.ts';
import { openDatabase, type Tx } from '../platform/database/database.ts';
import { extendChain } from '../platform/sealed-log/seal.ts';
import { openReplica } from '../platform/database/replica.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const RULES = path.join(ROOT, 'deploy/prometheus/wattle.rules.yaml');
const rules = readFileSync(RULES, 'utf8');
const dashboard = readFileSync(path.join(ROOT, 'deploy/grafana/wattle.json'), 'utf8');
const page = readFileSync(path.join(ROOT, 'docs/troubles.md'), 'utf8');
const ALERTS = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

const TOKEN = 'm'.repeat(16);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

// Each fault has a separate database, so that it is seen alone.
let test: TestApp;
let ctx: TestContext;
let brand: TestBrand;
let tenantId: number;
beforeEach(async () => {
  test = await givenApp();
  ({ ctx } = test);
  brand = await givenBrand(ctx);
  ({ tenantId } = brand);
});
afterEach(() => test.close());

/** Address of the database in a folder that has none. */
const nowhere = () => ctx.url.replace(/host=[^&]*/, 'host=/nowhere');

/** /metrics of a separate server on this database. */
async function scrape(changed: Partial<AppContext> = {}, headers: Record<string, string> = {}): Promise<string> {
  const app = await buildApp({ ...ctx, ...changed });
  const { body, statusCode } = await app.inject({ url: '/metrics', headers });
  expect(statusCode).toBe(200);
  await app.close();
  return body;
}

/** /metrics of the server before and after a fault. */
async function around(fault: () => unknown): Promise<string[]> {
  const before = await metrics();
  await fault();
  return [before, await metrics()];
}
const metrics = async (of: TestApp = test) => (await of.app.inject('/metrics')).body;
const RECEIPT: MessageReceipt = { id: 'r', state: 'undelivered', isForGood: false };

const inTenant = (work: (tx: Tx) => Promise<void>, of = tenantId) => ctx.database.transact(of, work);

const trouble = (kind: TroubleKind) => async () => {
  const now = [{ kind, file: 'A1.aba', reason: 'test' }];
  await inTenant(
    async (tx) => void (await saveTrouble(tx, tenantId, { kinds: [kind], now }, ctx.clocks.security.now())),
  );
  ctx.advance(HOUR);
};

const dead = (state: string) => async () => {
  const queue = { name: `test.${state}`, clock: 'business' } as const;
  const dueAt = ctx.clocks.business.now() - HOUR;
  await inTenant(
    async (tx) => void (await ctx.dueWork.enqueue(tx, queue, { tenantId, key: state, dueAt, payload: {} })),
  );
  if (state === 'dead') await ctx.asOwner("UPDATE due_work SET dead_at = now() WHERE job = 'test.dead'");
};

/** A transaction that stays open, with rows behind it that the sealer has noted. */
async function unsealed(): Promise<string[]> {
  const before = await metrics();
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const open = inTenant(async (tx) => {
    await tx.query('SELECT pg_current_xact_id()');
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  await givenCard(ctx, { brand, balance: 100n });
  await extendChain({ ...ctx, security: ctx.clocks.security }, LEDGER_CHAIN);
  ctx.advance(11 * MINUTE);
  const after = await metrics();
  ended.resolve();
  await open;
  return [before, after];
}

/** Approved purchases, then a guess of card numbers. */
async function purchases(): Promise<string[]> {
  const card = await givenCard(ctx, { brand, product: await givenProduct(ctx, { brand }), balance: 500_000n });
  const buy = async (given: object) => (await postNetwork(test, 'authorisations', purchaseOf(card, given))).statusCode;
  const answers = [await metrics()];
  for (let n = 0; n < 90; n += 1) expect(await buy({ amount: 100 })).toBe(200);
  answers.push(await metrics());
  for (let n = 0; n < 60; n += 1) await buy({ cardNumber: givenPan() });
  return [...answers, await metrics()];
}

async function outside(code: string, isOurs: boolean): Promise<string[]> {
  const systems = openFailingSystems(ctx.log, ctx.clocks.security);
  const figures = openOutsideFigures(systems.list, ctx.clocks.security);
  const at = () => scrape({ outside: { ...ctx.outside, figures: figures.registry } });
  const before = await at();
  systems.note('mail', code, isOurs);
  if (!isOurs) ctx.advance(11 * MINUTE);
  return [before, await at()];
}

async function inSuspense(): Promise<void> {
  const at = new Date(ctx.clocks.business.now());
  const [answer] = await ctx.asOwner<{ id: string }>(
    `INSERT INTO bank_answer (tenant_id, name, digest, kind, state, lines, cents, content_cipher, content_key_version, read_at)
     VALUES ($1, 'D.deposits', decode(repeat('ab', 32), 'hex'), 'deposits', 'Taken', 1, 100, '', 1, $2) RETURNING id`,
    [tenantId, at],
  );
  await ctx.asOwner(
    `INSERT INTO bank_answer_line (tenant_id, bank_answer_id, line, kind, bsb, account_number, reference, cents, code, state, reason, done_at)
     VALUES ($1, $2, 1, 'deposit', '062000', '1', 'rent', 100, '50', 'Suspense', 'unknownAccount', $3)`,
    [tenantId, answer?.id, at],
  );
  ctx.advance(25 * HOUR);
}

async function unexplained(): Promise<void> {
  const at = new Date(ctx.clocks.business.now());
  const [statement] = await ctx.asOwner<{ id: string }>(
    `INSERT INTO book_statement (tenant_id, account, name, digest, read_at)
     VALUES ($1, 'bank', 'S.csv', decode(repeat('cd', 32), 'hex'), $2) RETURNING id`,
    [tenantId, at],
  );
  await ctx.asOwner(
    `INSERT INTO book_statement_line (tenant_id, statement_id, line, account, day, cents, reference, words)
     VALUES ($1, $2, 1, 'bank', $3, 100, '', '')`,
    [tenantId, statement?.id, at],
  );
  ctx.advance(97 * HOUR);
}

async function unknownPayment(): Promise<void> {
  const [{ id } = { id: '' }] = await ctx.asOwner<{ id: string }>('SELECT gen_random_uuid() AS id');
  await ctx.asOwner(
    `INSERT INTO gateway_payment
       (id, tenant_id, brand_id, purpose, subject, amount, state, sst_hash, address_hash, made_at, expires_at)
     VALUES ($1::uuid, $2, $3, 'topup', $1::text, 1000, 'Unknown', $4, $4, $5, $5)`,
    [id, tenantId, brand.id, Buffer.alloc(32), new Date(ctx.clocks.business.now())],
  );
  ctx.advance(2 * HOUR);
}

async function unsureRefund(of: TestBrand): Promise<void> {
  await givenUnsettledRefund(test, of);
  const silent = async () => ({ kind: 'unknown', code: 'timeout' }) as const;
  await giveBackBy(test, of, { refund: silent, findRefund: silent });
  ctx.advance(73 * HOUR);
}

async function waitingText(): Promise<void> {
  await inTenant(async (tx) => {
    await queueRequested(tx, ctx, {
      channel: 'sms',
      to: '+61400000001',
      tenantId,
      brandId: brand.id,
      holderId: null,
      template: 'accessCode',
      language: 'enAU',
      params: { code: '042137', firstName: 'Amelia' },
      dedupKey: 'code:1',
    });
  });
  ctx.advance(6 * MINUTE);
}

async function asked(): Promise<void> {
  const { tenantId: of, input } = await givenLocked(test, brand);
  const { body } = await give(test, await givenStaff(ctx, of), 'unlock', { input, reason: 'called us' });
  expect(body.request?.id).toBeDefined();
  ctx.advance(5 * HOUR);
}

async function oldBalance(): Promise<void> {
  const { tenantId: of, id: connectionId } = await givenConnection(test);
  const atMs = ctx.clocks.business.now();
  await inTenant((tx) => saveBalance(tx, { tenantId: of, connectionId }, { cents: 100, atMs }), of);
  ctx.advance(4 * HOUR);
}

async function disabledEndpoint(): Promise<void> {
  const { id } = await givenEndpoint(ctx, tenantId, { name: 'Gone', events: ['payment.created'] });
  const by = { atMs: ctx.clocks.business.now(), by: 'Test' };
  await inTenant((tx) => switchEndpoint(tx, tenantId, id, { state: 'disabled', reason: 'gone' }, by));
}

async function lateWebhook(): Promise<void> {
  await givenEndpoint(ctx, tenantId, { events: ['payment.created'] });
  const data = { account: 'account:1', method: 'bpay', amount: 12_050, state: 'Made' };
  await inTenant(async (tx) => noteEvents(tx, tenantId, [{ type: 'payment.created', object: 'payment:1', data }]));
  await spreadAll(ctx, tenantId);
  ctx.advance(6 * MINUTE);
}

async function waitingCalls(): Promise<string[]> {
  const database = openDatabase({ connectionString: ctx.url, size: 2 });
  const app = await buildApp({ ...ctx, database });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const read = async () => (await app.inject('/metrics')).body;
  const before = await read();
  // A call gives up waiting after 5 seconds, so what takes time is done before.
  const busy = Array.from({ length: 14 }, () => database.transact(tenantId, () => ended));
  const after = await read();
  end();
  await Promise.all(busy);
  await app.close();
  await database.close();
  return [before, after];
}

async function at<T>(url: string, work: (database: AppContext['database']) => Promise<T>): Promise<T> {
  const { database, close } = databaseAt(ctx.ownerUrl, url, { size: 2 });
  try {
    return await work(database);
  } finally {
    await close();
  }
}

/** The server while its database refuses writes, as after a failover. */
function readsOnly(): Promise<string> {
  const options = encodeURIComponent('-c default_transaction_read_only=on');
  return at(`${ctx.url}${ctx.url.includes('?') ? '&' : '?'}options=${options}`, (reserved) => scrape({ reserved }));
}

async function standby(): Promise<string[]> {
  const of = (url: string) => at(url, (database) => scrape({ replica: openReplica(database) }));
  return [await of(ctx.url), await of(nowhere())];
}

/** A server whose database is away, before and after many calls. */
async function failingCalls(): Promise<string[]> {
  const { database, close } = databaseAt(ctx.ownerUrl, nowhere(), { size: 2 });
  const app = await buildApp({ ...ctx, database });
  const answers: string[] = [];
  for (const calls of [1, 200]) {
    for (let n = 0; n < calls; n += 1) expect((await app.inject('/api/brand/nobody')).statusCode).toBe(503);
    answers.push((await app.inject('/metrics')).body);
  }
  await app.close();
  await close();
  return answers;
}

async function down(): Promise<string[]> {
  const app = await buildApp(ctx);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const up = async () =>
    `up{job="wattle",instance="${address}"} ${await fetch(`${address}/metrics`).then(
      () => 1,
      () => 0,
    )}\n`;
  const before = await up();
  await app.close();
  return [before, await up()];
}

/** Faults of a running server, by the alert that each of them raises. */
const FAULTS: Readonly<Record<string, () => Promise<string[]>>> = {
  WattleDown: down,
  WattleErrors: failingCalls,
  WattleDatabaseTakesNoWrites: async () => [await metrics(), await readsOnly()],
  WattleConnectionsWaiting: waitingCalls,
  WattleStandbyBehind: standby,
  WattleHeld: async () => [
    await metrics(),
    await scrape({ instanceHold: { ...ctx.instanceHold, isHeld: () => true } }),
  ],
  WattleSealsLate: unsealed,
  WattleDeclines: purchases,
  WattleAsksSilent: () => {
    for (const outcome of ['approved', 'silent']) countAsk('stripe', 'authorisation', outcome, 20);
    return around(() => {
      for (let n = 0; n < 60; n += 1) countAsk('stripe', 'authorisation', n < 58 ? 'approved' : 'silent', 20);
    });
  },
  WattleProcessor: () => around(() => countAlert('lithic', 'unmatched')),
  WattleProcessorBalanceOld: () => around(oldBalance),
  WattleBankAway: () => around(trouble('unreachable')),
  WattleBankFile: () => around(trouble('refused')),
  WattleSuspense: () => around(inSuspense),
  WattleDifferences: () => around(unexplained),
  WattleApprovals: () => around(asked),
  WattleSanctions: () => around(() => DESK_SAMPLES['sanctions-hits']?.given(test)),
  WattleComplaints: () => around(() => givenOverdueComplaint(ctx, brand)),
  WattlePaymentsInDoubt: () => around(unknownPayment),
  WattleRefundsInDoubt: () => around(async () => unsureRefund(await givenBrand(ctx))),
  WattleMessagesLate: () => around(waitingText),
  WattleChannelOff: async () => {
    const messages = { ...ctx.config.messages, email: undefined, sms: undefined, push: undefined };
    const config = { ...ctx.config, mode: 'production' as const, messages, metricsToken: TOKEN };
    return [await metrics(), await scrape({ config }, { authorization: `Bearer ${TOKEN}` })];
  },
  WattleMessagesDead: () => around(() => withChannelOff(ctx, brand, { code: '161616', to: '+61400000601' })),
  WattleMessagesUndelivered: () => {
    countReceipt('email', { ...RECEIPT, state: 'delivered' });
    countReceipt('email', { ...RECEIPT, reason: 'blocked' });
    return around(() => {
      for (let n = 0; n < 60; n += 1) {
        countReceipt('email', { ...RECEIPT, ...(n < 55 ? { state: 'delivered' } : { reason: 'blocked' }) });
      }
    });
  },
  WattleMessagesRefused: () => around(() => countReceipt('sms', { ...RECEIPT, reason: 'ours' })),
  WattleReceiptsNotSigned: () => around(() => countIgnored('sms', 'not_signed')),
  WattleSystemAway: () => outside('ECONNREFUSED', false),
  WattleSystemRefusesUs: () => outside('smtp_550_5.7.515', true),
  WattleSystemLimit: async () => {
    const figures = openOutsideFigures();
    const at = () => scrape({ outside: { ...ctx.outside, figures: figures.registry } });
    const before = await at();
    figures.limited('sms', 'twilio_21408');
    return [before, await at()];
  },
  WattleWorkDead: () => around(dead('dead')),
  WattleWorkLate: () => around(dead('late')),
  WattleWebhookEndpoints: () => around(disabledEndpoint),
  WattleWebhooksLate: () => around(lateWebhook),
  WattleWebhookFaults: () => around(() => noteFault(ctx, new Error('a secret that cannot be opened'), { tenantId })),
};

describe('the alerts for Prometheus', () => {
  it('have a fault each that raises them', () => {
    expect(Object.keys(FAULTS)).toEqual(ALERTS);
  });

  it('read metrics that a server has', async () => {
    const { database, close } = databaseAt(ctx.ownerUrl, ctx.url, { size: 2 });
    const body = await scrape({ replica: openReplica(database) });
    await close();
    const named = new Set(rules.match(/wattle_[a-z_]+/g));
    expect(named.size).toBeGreaterThan(20);
    expect([...named].filter((name) => !body.includes(`# HELP ${name} `))).toEqual([]);
  });

  it('stand beside a dashboard and service levels whose metrics a server has too', async () => {
    const body = await metrics();
    const named = [...dashboard.matchAll(/"expr": "(.*)"/g)].map(([, expr = '']) => expr);
    const levels = [...page.matchAll(/^\| .*`(.*)` \|$/gm)].map(([, expr = '']) => expr);
    expect(named.length).toBeGreaterThan(25);
    expect(levels).toHaveLength(5);
    const metricsOf = (expr: string) => expr.match(/\b(wattle|process|nodejs)_[a-z0-9_]+/g) ?? [];
    for (const expr of [...named, ...levels]) if (!expr.startsWith('ALERTS')) expect(metricsOf(expr)).not.toEqual([]);
    const unknown = [...named, ...levels].flatMap(metricsOf).filter((name) => {
      return !body.includes(`# HELP ${name.replace(/_(bucket|count|sum)$/, '')} `);
    });
    expect(unknown).toEqual([]);
  });

  it('are told in the docs, each with what to do', () => {
    const told = [...page.matchAll(/^### (Wattle\w+)$/gm)].map(([, name]) => name);
    expect(told.toSorted()).toEqual(ALERTS.toSorted());
    for (const name of ALERTS) expect(rules).toContain(`docs/troubles.md#${name.toLowerCase()}"`);
  });

  // In a whole run: a fault takes about a second, and Debian's package prometheus has to be there.
  it.runIf(hasPromtool).each(ALERTS)('%s fires at its fault and not before', async (alert) => {
    const answers = (await FAULTS[alert]?.()) ?? [];
    expect(answers.length).toBeGreaterThan(1);
    expect(fires(RULES, alert, answers)).toBe(true);
    expect(fires(RULES, alert, answers.slice(0, -1))).toBe(false);
  });
});
