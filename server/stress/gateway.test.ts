import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../test-support/app.ts';
import { type Dice, dice, oneOf } from '../test-support/dice.ts';
import { dyingDatabase, givenRunner, ProcessDied } from '../test-support/due-work.ts';
import { givenBrand, givenProduct, type TestProduct } from '../test-support/factories.ts';
import { PAYER_CARD } from '../test-support/outside/gateway.ts';
import { inFull, seedOr } from '../test-support/sampled.ts';
import { givenUser } from '../test-support/signed-in.ts';
import { blocksMoneyOut, keepsMoneyIn } from '../src/compose/blocks-money-out.ts';
import type { AppContext } from '../src/compose/context.ts';
import { gatewayJobs } from '../src/features/gateway/due.ts';
import { gatewayNoticesRoute } from '../src/features/gateway/gateway.routes.ts';
import { initiateCharge, lookAtPayment } from '../src/features/gateway/public.ts';
import { openPayments } from '../src/features/payments/public.ts';
import type { OutsideOutcome } from '../src/outside/outcome.ts';
import type { PaymentGateway } from '../src/outside/gateway/port.ts';
import { openSandboxGateway, type SandboxGateway } from '../src/outside/gateway/sandbox.ts';
import { memoryStore, type SandboxStore } from '../src/outside/gateway/sandbox-store.ts';
import { OutsideUnavailable } from '../src/outside/outside-unavailable.ts';
import { Busy } from '../src/platform/busy.ts';

const SEED = seedOr(20_261_120);
/** 1,000 by `npm run soak -- --only gateway`. */
const ROUNDS = Number(process.env['WATTLE_GATEWAY_ROUNDS'] ?? inFull(100, 20));
const ROUND_MS = 10_000;
const STEPS = 14;
const MINUTE_MS = 60_000;
/** A refund that fails is the desk's, so it never reaches its card. */
const CARDS = (Object.keys(PAYER_CARD) as (keyof typeof PAYER_CARD)[]).filter((card) => card !== 'refundFails');

let test: TestApp;
let product: TestProduct;
let store: SandboxStore;
let gateway: SandboxGateway;
beforeAll(async () => {
  test = await givenApp();
  const settings = { schemeTopUp: true, maxBalance: 100_000_00, maxBalanceUnverified: 100_000_00 };
  product = await givenProduct(test.ctx, { brand: await givenBrand(test.ctx), isReloadable: true, settings });
  store = memoryStore();
  gateway = openSandboxGateway({ store, ...test.ctx.clocks });
});
afterAll(() => test.close());

/** Counts of tried events. Notices never sent count as lost. */
const tried = { repeated: 0, reordered: 0, delayed: 0, forged: 0, lost: 0, killed: 0 };

/** Gateway that sometimes loses responses or is unavailable. Requests it received are still carried out. */
function unreliable(roll: Dice): PaymentGateway {
  const lossy = async <T>(call: () => Promise<OutsideOutcome<T>>): Promise<OutsideOutcome<T>> => {
    const luck = roll(8);
    if (luck < 2) tried.lost += 1;
    if (luck === 0) return { kind: 'unsent', code: 'ECONNREFUSED' };
    const outcome = await call();
    return luck === 1 ? { kind: 'unknown', code: 'timeout' } : outcome;
  };
  return {
    ...gateway,
    open: (payment) => lossy(() => gateway.open(payment)),
    state: (at) => lossy(() => gateway.state(at)),
    close: (at) => lossy(() => gateway.close(at)),
    findRefund: (refund) => lossy(() => gateway.findRefund(refund)),
    refund: (refund) => lossy(() => gateway.refund(refund)),
  };
}

/** Server that dies at its n-th statement; later statements and uncommitted writes are lost. */
function server(roll: Dice, diesAt: number): AppContext {
  const database = dyingDatabase(test.ctx.database, diesAt);
  return {
    ...test.ctx,
    database,
    payments: openPayments({ ...test.ctx, database, blocksMoneyOut, keepsMoneyIn }),
    outside: { ...test.ctx.outside, gateway: unreliable(roll), sandboxGateway: undefined },
  };
}

/** Result of a call, or nothing if a server dies, the gateway is unavailable or a link is closed. */
async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProcessDied) tried.killed += 1;
    if (error instanceof ProcessDied || error instanceof OutsideUnavailable || error instanceof Busy) return undefined;
    throw error;
  }
}

async function runDue(ctx: AppContext): Promise<void> {
  const runner = givenRunner(ctx as never, gatewayJobs(ctx.outside) as never);
  await runner.runDue().catch(() => undefined);
  await runner.stop().catch(() => undefined);
}

type History = {
  readonly roll: Dice;
  readonly subject: string;
  readonly seen: Set<string>;
  /** Sent notices with their due times. */
  readonly notified: Map<string, number>;
};

/** Counts repeated, reordered and delayed notices. */
function note(notified: History['notified'], id: string, dueAt: number): void {
  if (notified.has(id)) tried.repeated += 1;
  if ([...notified.values()].some((at) => at > dueAt)) tried.reordered += 1;
  if (test.ctx.clocks.business.now() - dueAt > MINUTE_MS) tried.delayed += 1;
  notified.set(id, dueAt);
}

/** Sends notices in any order, repeated, late, and some with a forged signature. */
async function notify(ctx: AppContext, { roll, seen, notified }: History): Promise<void> {
  const all = [...seen].flatMap((reference) => store.find(reference)?.notices ?? []);
  const due = all.filter(({ dueAt }) => dueAt <= test.ctx.clocks.business.now());
  if (due.length === 0) return;
  const { id, type, data, dueAt } = oneOf(roll, due);
  note(notified, id, dueAt);
  const rawBody = JSON.stringify({ id, type, data });
  const headers = gateway.sign(id, rawBody);
  const isForged = roll(6) === 0;
  if (isForged) tried.forged += 1;
  const request = { method: 'POST', path: '', headers, rawBody: Buffer.from(isForged ? `${rawBody} ` : rawBody), ctx };
  const isSigned = await gatewayNoticesRoute.authenticate?.(request);
  expect(isSigned).toBe(!isForged);
  if (isSigned) await orNothing(gatewayNoticesRoute.run({ signed: request, ctx } as never));
}

/** Pays on a page that was opened earlier. */
async function pay({ roll, seen }: History): Promise<void> {
  const reference = [...seen].at(-1 - roll(2)) ?? [...seen].at(-1);
  const payment = reference === undefined ? undefined : store.find(reference);
  if (!payment) return;
  const token = `${payment.reference}~${payment.secret}`;
  if (roll(8) === 0) await gateway.cancel(token);
  else await gateway.pay(token, { number: PAYER_CARD[oneOf(roll, CARDS)], expiry: '12/28', code: '123' });
}

async function step(history: History): Promise<void> {
  const { roll, subject, seen } = history;
  const ctx = server(roll, roll(3) === 0 ? 1 + roll(40) : 100_000);
  const { tenantId, id: brandId } = product.brand;
  switch (roll(7)) {
    case 0:
    case 1: {
      const opened = await orNothing(
        initiateCharge(ctx, {
          tenantId,
          brandId,
          purpose: 'topup',
          subject,
          amount: BigInt(10_00 + roll(90_00)),
          request: { id: '', address: `192.0.2.${roll(250)}`, host: 'cards.example', origin: 'https://cards.example' },
          page: '/topup/card',
          describes: 'Top-up',
          describesShort: 'top-up',
          language: 'enAU',
          actor: 'web:1',
          payer: 1n,
        }),
      );
      if (!opened?.ok) break;
      seen.add(opened.value.Sid);
      // Usually paid immediately; otherwise the page stays open.
      if (roll(4) > 0) await pay(history);
      break;
    }
    case 2:
      await pay(history);
      break;
    case 3:
    case 4:
      await notify(ctx, history);
      break;
    case 5: {
      const reference = [...seen].at(-1);
      if (reference !== undefined) await orNothing(lookAtPayment(ctx, tenantId, reference.split('.')[1] ?? ''));
      break;
    }
    default:
      await runDue(ctx);
  }
  if (roll(4) === 0) await setStatus(subject, oneOf(roll, ['Active', 'Stolen']));
  test.ctx.advance(roll(3) === 0 ? 1_000 * roll(30 * 60) : 3_000);
}

function setStatus(subject: string, status: string) {
  return test.ctx.asOwner('UPDATE card SET status = $2 WHERE member_account_id = $1', [subject, status]);
}

/** Removes all faults and runs all due work. Earlier notices are sent last. */
async function heal({ seen, notified }: History): Promise<void> {
  const { ctx } = test;
  const well: AppContext = { ...ctx, outside: { ...ctx.outside, gateway, sandboxGateway: undefined } };
  const isOpen = async () =>
    (
      await ctx.asOwner<{ open: number }>(`
        SELECT (SELECT count(*) FROM gateway_payment WHERE state IN ('Opening', 'Open', 'Unknown'))::int
             + (SELECT count(*) FROM gateway_charge WHERE state = 'Received')::int
             + (SELECT count(*) FROM gateway_refund WHERE state IN ('Asked', 'Pending'))::int
             + (SELECT count(*) FROM due_work WHERE job = 'gateway.notice' AND done_at IS NULL AND dead_at IS NULL)::int AS open`)
    )[0]?.open !== 0;
  for (let round = 0; round < 12; round += 1) {
    for (const reference of [...seen].toReversed()) {
      for (const { id, type, data, dueAt } of store.find(reference)?.notices.toReversed() ?? []) {
        if (dueAt > ctx.clocks.business.now()) continue;
        note(notified, id, dueAt);
        const rawBody = Buffer.from(JSON.stringify({ id, type, data }));
        const headers = gateway.sign(id, rawBody.toString('utf8'));
        await gatewayNoticesRoute.run({ signed: { headers, rawBody }, ctx: well } as never);
      }
    }
    await runDue(well);
    if (!(await isOpen())) return;
    test.ctx.advance(61 * MINUTE_MS);
  }
  throw new Error('what is open never ends');
}

type Row = {
  readonly id: string;
  readonly state: string;
  readonly booked: string | null;
  readonly refunded: string | null;
  /** Whether its refund waits for the end of a dispute, by which the payer has the money. */
  readonly isStopped: boolean;
};

it(`${ROUNDS} histories of the gateway credit or refund each charge once (seed ${SEED})`, {
  timeout: ROUNDS * ROUND_MS,
}, async () => {
  const roll = dice(SEED);
  const user = await givenUser(test.ctx, { brand: product.brand, product, balance: 0n });
  const { id, ledgerAccountId } = user.card.account;
  let charged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const history: History = { roll, subject: String(id), seen: new Set(), notified: new Map() };
    await test.ctx.asOwner('DELETE FROM gateway_attempt');
    for (let done = 0; done < STEPS; done += 1) await step(history);
    await heal(history);
    await setStatus(history.subject, 'Active');
    const rows = await test.ctx.asOwner<Row>(
      `SELECT c.id, c.state, t.amount::text AS booked,
              (SELECT sum(amount)::text FROM gateway_refund r WHERE r.charge_id = c.id AND r.state = 'Done') AS refunded,
              EXISTS (SELECT FROM gateway_refund r WHERE r.charge_id = c.id AND r.state = 'Stopped') AS "isStopped"
       FROM gateway_charge c LEFT JOIN transfer t ON t.id = c.transfer_id`,
    );
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const reference of history.seen) {
      const payment = store.find(reference);
      const word = await gateway.state({ reference, gatewayId: null, openedAt: 0, amount: 0n });
      const isCharged = word.kind === 'done' && word.value.kind === 'paid';
      const row = known.get(`ch.${reference}`);
      const given = Object.values(payment?.refunds ?? {});
      if (!isCharged || !payment) {
        expect(row, `nobody is credited without a charge, round ${round}`).toBeUndefined();
        continue;
      }
      charged += 1;
      const isCredited = row?.state === 'Booked' || row?.state === 'ChargedBack';
      const now = test.ctx.clocks.business.now();
      const isDisputed = payment.notices.some(({ type, dueAt }) => type === 'charge.disputed' && dueAt <= now);
      const owed = isCredited || (isDisputed && row?.isStopped) ? [] : [payment.amount];
      expect(
        { credited: isCredited ? Number(row?.booked) : 0, given },
        `charge ${reference} of round ${round} is ${row?.state}`,
      ).toEqual({ credited: isCredited ? payment.amount : 0, given: owed });
    }
    const sums = await test.ctx.asOwner<{ balance: string; booked: string }>(
      `SELECT (SELECT balance::text FROM ledger_account WHERE id = $1) AS balance,
              (SELECT coalesce(sum(amount), 0)::text FROM gateway_charge WHERE state = 'Booked') AS booked`,
      [ledgerAccountId],
    );
    expect(sums[0]?.balance).toBe(sums[0]?.booked);
  }
  // Otherwise the seed has tried nothing.
  expect(charged).toBeGreaterThan(ROUNDS / 3);
  expect(Object.entries(tried).filter(([, times]) => times === 0)).toEqual([]);
});
