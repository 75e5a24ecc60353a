import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { signWebhook } from '../../server/src/outside/standard-webhooks.ts';
import { dayAt } from '../../server/src/platform/time/clock.ts';
import type { TestContext } from '../../server/test-support/processes/database.ts';
import type { TestBrand } from '../../server/test-support/factories.ts';
import { type GatewayServer, NOTICE_KEY } from '../../server/test-support/outside/gateway-server.ts';
import { PAYER_CARD } from '../../server/test-support/outside/gateway.ts';
import { askedPayment } from '../../server/test-support/outside/gateway-asked.ts';
import { type givenPayer, transferBody } from '../../server/test-support/transfers.ts';

/** Work besides the callers of a failover: due schedules, and top-ups at a payment gateway. */
const EVERY_MS = 400;
/** The gateway limits the attempts of an account. */
const TOP_UPS_MOST = 15;
const STATEMENT_MS = 5_000;
const SETTLED_WITHIN_MS = 90_000;

type Person = Awaited<ReturnType<typeof givenPayer>>;
type Given = {
  readonly ctx: TestContext;
  readonly brand: TestBrand;
  readonly gateway: GatewayServer;
  readonly baseUrls: readonly string[];
  readonly from: Person;
  readonly to: Person;
  /** Bearer token of the first person. */
  readonly authorization: string;
};

const SCHEDULE = `
INSERT INTO schedule (id, tenant_id, brand_id, member_account_id, holder_id, kind, body, amount, frequency, first_day,
                      state, next_day, due_at, receipt, made_at)
VALUES ($1, $2, $3, $4, $5, 'internal', $6, 100, 21, $7, 'Active', $7, now(), $8, now())
ON CONFLICT (id) DO NOTHING`;

/** Starts the work. `stop` resolves when no more is started; `settled` returns the outcome of all rounds. */
export function startWork(given: Given) {
  const { ctx, brand, gateway, baseUrls, from, to } = given;
  let isOver = false;
  let turn = 0;
  const server = () => baseUrls[(turn += 1) % baseUrls.length] ?? '';

  async function schedules(): Promise<void> {
    const body = JSON.stringify(transferBody(from.card.account, to.card.account));
    const today = dayAt(Date.now());
    while (!isOver) {
      const id = randomUUID();
      const { tenantId } = brand;
      const values = [id, tenantId, brand.id, from.card.account.id, from.holder.id, body, today, id];
      while (!(await isWritten(ctx.ownerUrl, SCHEDULE, values))) await sleep(EVERY_MS);
      await sleep(EVERY_MS);
    }
  }

  /** Opens a payment, pays it at the gateway, and repeats. */
  async function topUps(): Promise<void> {
    const { accountNumber } = from.card.account;
    for (let made = 0; !isOver && made < TOP_UPS_MOST; ) {
      await sleep(EVERY_MS);
      const answer = await post(`${server()}/api/payment/initiate`, JSON.stringify({ accountNumber, amount: 20 }), {
        authorization: given.authorization,
      });
      // There is no primary, or the previous payment is undecided.
      if (answer?.status !== 200) continue;
      const { Sid } = JSON.parse(answer.body) as { Sid: string };
      await payAt(gateway, Sid);
      made += 1;
    }
  }

  async function notices(): Promise<void> {
    gateway.behind.deliverBy(async (_headers, rawBody) => {
      const { id } = JSON.parse(rawBody) as { id: string };
      const headers = { ...signWebhook(NOTICE_KEY, id, Date.now(), rawBody) };
      return (await post(`${server()}/network/gateway-notices`, rawBody, headers))?.status === 200;
    });
    while (!isOver) {
      await gateway.behind.sendDue();
      await sleep(EVERY_MS);
    }
    await gateway.behind.sendDue();
  }

  const all = Promise.all([schedules(), topUps(), notices()]);
  return {
    async stop(): Promise<void> {
      isOver = true;
      await all;
    },
  };
}

/** Makes delayed retries due, waits until nothing is open, and returns the number of each outcome. */
export async function settledWork({ ctx, brand, gateway }: Pick<Given, 'ctx' | 'brand' | 'gateway'>) {
  const { tenantId } = brand;
  const charged = await chargesOf(gateway);
  const open = async () => {
    await ctx.asOwner("UPDATE schedule SET due_at = now() WHERE state = 'Active' AND due_at > now()");
    await gateway.behind.sendDue();
    const [row] = await ctx.asOwner<{ schedules: number; booked: number }>(
      `SELECT (SELECT count(*)::int FROM schedule WHERE state = 'Active') AS schedules,
              (SELECT count(*)::int FROM gateway_charge WHERE tenant_id = $1 AND state = 'Booked') AS booked`,
      [tenantId],
    );
    return row && row.schedules === 0 && row.booked === charged.length;
  };
  await expect.poll(open, { timeout: SETTLED_WITHIN_MS, interval: 1_000 }).toBe(true);
  // The attempts of the next round are counted from zero.
  await ctx.asOwner('DELETE FROM gateway_attempt');
  const [done] = await ctx.asOwner<{ made: number; paid: number; posted: number; credited: number }>(
    `SELECT (SELECT count(*)::int FROM schedule WHERE tenant_id = $1) AS made,
            (SELECT count(*)::int FROM schedule_run WHERE tenant_id = $1 AND state = 'Paid') AS paid,
            (SELECT count(*)::int FROM transaction_detail d JOIN schedule_run r ON r.receipt = d.reference
              WHERE d.tenant_id = $1 AND d.kind = 'transferOut') AS posted,
            (SELECT count(*)::int FROM transfer t JOIN ledger_account a ON a.id = t.debit_account_id
              WHERE t.tenant_id = $1 AND a.kind = 'gateway') AS credited`,
    [tenantId],
  );
  if (!done) throw new Error('a row of counts');
  return { ...done, charged: charged.length };
}

async function chargesOf({ behind }: GatewayServer): Promise<readonly string[]> {
  const list = await behind.list(0);
  if (list.kind !== 'done') throw new Error('the gateway has a list');
  return list.value.flatMap(({ word }) => (word.kind === 'paid' ? word.charges.map(({ id }) => id) : []));
}

async function payAt({ behind }: GatewayServer, reference: string): Promise<void> {
  // Already opened with this reference, so this returns the page.
  const page = await behind.open(askedPayment({ reference, amount: 20_00n }));
  if (page.kind !== 'done') throw new Error(`the page was ${page.kind}`);
  const token = page.value.page.url.split('/').at(-1) ?? '';
  await behind.pay(token, { number: PAYER_CARD.approves, expiry: '12/28', code: '123' });
}

async function post(url: string, body: string, headers: Readonly<Record<string, string>>) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(20_000),
    });
    return { status: answer.status, body: await answer.text() };
  } catch {
    return undefined;
  }
}

/** Writes once; false if it failed or the outcome is unknown. A frozen primary does not answer. */
async function isWritten(url: string, sql: string, values: readonly unknown[]): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: STATEMENT_MS,
    query_timeout: STATEMENT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(sql, [...values]);
    return true;
  } catch (error) {
    // A database that rejects the statement is a fault of this test.
    if (/^(42|23|22)/.test((error as { code?: string }).code ?? '')) throw error;
    return false;
  } finally {
    await Promise.race([client.end().catch(() => {}), sleep(1_000)]);
  }
}
