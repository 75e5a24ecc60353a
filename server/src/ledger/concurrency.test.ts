import { afterEach, beforeEach, expect, test } from 'vitest';
import { dice, oneOf } from '../../test-support/dice.ts';
import { accepted, AT, givenLedger, TENANT } from '../../test-support/ledger/ledger.ts';
import type { TestLedger } from '../../test-support/ledger/ledger.ts';
import type { LedgerAccountId, LedgerResult, TransferRequest } from './ledger.ts';

/** Size of the connection pool of the test database. */
const CONNECTIONS = 8;
const STEPS = 120;
const POOR = 5_000n;
const ACCOUNTS = 6;

let given: TestLedger;
beforeEach(async () => {
  given = await givenLedger();
});
afterEach(() => given.close());

type Acknowledged = { readonly request: TransferRequest; readonly id: bigint };

async function deadlocks(): Promise<number> {
  const [row] = await given.asOwner<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(row?.deadlocks);
}

test(`${CONNECTIONS} connections on poor accounts lose no cent, meet no deadlock and cross no floor`, async () => {
  const accounts: LedgerAccountId[] = [];
  for (let opened = 0; opened < ACCOUNTS; opened += 1) accounts.push(await given.givenAccount(POOR));
  const parties = [...accounts, given.scheme, given.bank];
  const acknowledged: Acknowledged[] = [];
  const outcomes = new Map<string, number>();

  const count = (what: string, result: LedgerResult<unknown>) => {
    const outcome = `${what}: ${result.ok ? 'ok' : result.refusal}`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };

  async function connection(number: number) {
    const roll = dice(number * 7_919);
    const one = <T>(of: readonly T[]): T => oneOf(roll, of);
    for (let step = 0; step < STEPS; step += 1) {
      const key = `${number}:${step}`;
      const kind = roll(10);
      const request = given.transfer({
        key,
        debit: one(accounts),
        credit: one(parties),
        amount: BigInt(1 + roll(2_000)),
      });
      if (kind < 2 && acknowledged.length > 0) {
        const earlier = one(acknowledged);
        const again = await given.during((tx) => given.ledger.post(tx, earlier.request));
        count('replay', again);
        expect(accepted(again)).toMatchObject({ id: earlier.id, replayed: true });
      } else if (kind < 6) {
        const posted = await given.during((tx) => given.ledger.post(tx, request));
        count('post', posted);
        if (posted.ok) acknowledged.push({ request, id: posted.value.id });
      } else if (kind < 7) {
        // Two postings in one transaction, in either direction: a fee beside a payment.
        const fee = { ...request, key: `${key}:fee`, debit: request.credit, credit: request.debit, amount: 1n };
        const both = await given.during(async (tx) => {
          const commands = [request, fee].map((one) => ({ do: 'post' as const, ...one }));
          const opened = await given.ledger.open(tx, TENANT, commands, async () => {});
          const [posted] = await opened.apply(commands);
          if (!posted) throw new Error('a posting has no outcome');
          return posted;
        });
        count('post with fee', both);
      } else {
        await holdAndEnd(key, request, kind, count);
      }
    }
  }

  async function holdAndEnd(key: string, request: TransferRequest, kind: number, counted: typeof count) {
    const hold = { tenantId: TENANT, key, account: request.debit, amount: request.amount, placedAt: AT, expiresAt: AT };
    const placed = await given.during((tx) => given.ledger.placeHold(tx, hold));
    counted('hold', placed);
    if (!placed.ok || kind === 9) return;
    const { id } = placed.value;
    const capture = { ...request, hold: id, credit: given.scheme };
    const voided = { tenantId: TENANT, hold: id, keep: 0n, at: AT, because: 'voided' } as const;
    // The clearing and the reversal of one hold at the same time: one of them wins.
    const ends = await Promise.all([
      given.during((tx) => given.ledger.captureHold(tx, capture)),
      given.during((tx) => given.ledger.releaseHold(tx, voided)),
    ]);
    ends.forEach((end) => counted('end of a hold', end));
    expect(ends.map((end) => (end.ok ? 'ok' : end.refusal)).toSorted()).toEqual(['hold_resolved', 'ok']);
  }

  await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => connection(number + 1)));

  expect(await deadlocks()).toBe(0);
  const report = await given.verify();
  expect(report).toMatchObject({ findings: [], belowFloorCount: 0 });
  const [sums] = await given.asOwner(
    'SELECT sum(balance)::int AS all_money, min(balance - held) FILTER (WHERE floor = 0) >= 0 AS none_below FROM ledger_account',
  );
  expect(sums).toEqual({ all_money: 0, none_below: true });
  // What was acknowledged is there, once, with its payload.
  const posted = await given.asOwner<{ id: string; key: string; debit: string; credit: string; amount: string }>(
    'SELECT id, key, debit_account_id AS debit, credit_account_id AS credit, amount FROM transfer',
  );
  const byKey = new Map(posted.map((row) => [row.key, row]));
  expect(byKey.size).toBe(posted.length);
  for (const { request, id } of acknowledged) {
    expect(byKey.get(request.key)).toMatchObject({
      id: String(id),
      debit: String(request.debit),
      credit: String(request.credit),
      amount: String(request.amount),
    });
  }
  // The accounts were poor enough for the floor to matter, and not so poor that nothing happened.
  expect(outcomes.get('post: insufficient_funds')).toBeGreaterThan(20);
  expect(outcomes.get('post: ok')).toBeGreaterThan(20);
  expect(outcomes.get('replay: ok')).toBeGreaterThan(100);
});

test('one key from all connections at once is posted once, and each gets the same result', async () => {
  const account = await given.givenAccount(1_000n);
  const request = given.transfer({ debit: account, credit: given.bank, amount: 900n });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => given.during((tx) => given.ledger.post(tx, request))),
  );
  const posted = answers.map(accepted);
  expect(new Set(posted.map(({ id }) => id)).size).toBe(1);
  expect(posted.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await given.during((tx) => given.ledger.balance(tx, TENANT, account))).toMatchObject({
    balance: 100n,
    version: 2n,
  });
});

test('one key for different accounts at once is posted for one and key_reused for the others', async () => {
  const key = 'one key for many';
  const accounts = await Promise.all(Array.from({ length: CONNECTIONS }, () => given.givenAccount(1_000n)));
  const answers = await Promise.all(
    accounts.map((debit, index) =>
      // Pairs without a common account, so that only the key makes them wait.
      given.during(async (tx) => {
        const credit = await given.ledger.openAccount(tx, { tenantId: TENANT, kind: 'cardholder', floor: null });
        return given.ledger.post(tx, given.transfer({ key, debit, credit, amount: BigInt(index + 1) }));
      }),
    ),
  );
  const outcomes = answers.map((answer) => (answer.ok ? 'ok' : answer.refusal)).toSorted();
  expect(outcomes).toEqual([...Array.from({ length: CONNECTIONS - 1 }, () => 'key_reused'), 'ok']);
});

const UNIQUE_VIOLATION = '23505';

test('batches that share keys end with one row for each key and without a deadlock', async () => {
  const keys = Array.from({ length: 12 }, (_, index) => `wanted by all ${index}`);
  const before = await deadlocks();
  const batchOf = async (number: number) => {
    const [debit, credit] = [await given.givenAccount(1_000n), await given.givenAccount(0n)];
    // Each in a different order, and each with a different payload.
    const wanted = number % 2 === 0 ? keys : keys.toReversed();
    return wanted.map((key) => ({
      ...given.transfer({ key, debit, credit, amount: BigInt(number) }),
      do: 'post' as const,
    }));
  };
  const apply = (commands: Awaited<ReturnType<typeof batchOf>>) =>
    given.during((tx) => given.ledger.apply(tx, TENANT, commands));
  const batches = await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => batchOf(index + 1)));
  const outcomes = await Promise.all(
    batches.map(async (commands) => {
      try {
        return await apply(commands);
      } catch (error) {
        // As in a grouped commit: the whole batch was rolled back, and each command is repeated alone.
        expect(error).toMatchObject({ code: UNIQUE_VIOLATION, constraint: 'transfer_key' });
        const single = [];
        for (const command of commands) single.push(...(await apply([command])));
        return single;
      }
    }),
  );
  const all = outcomes.flat().map((outcome) => (outcome.ok ? 'ok' : outcome.refusal));
  expect(all.filter((outcome) => outcome === 'ok')).toHaveLength(keys.length);
  expect(new Set(all)).toEqual(new Set(['ok', 'key_reused']));
  expect(await deadlocks()).toBe(before);
  expect((await given.verify()).findings).toEqual([]);
});

test('linked transfers whose keys another connection takes are refused and write nothing', async () => {
  const [one, other] = [await given.givenAccount(1_000n), await given.givenAccount(1_000n)];
  const [mine, theirs] = [await given.givenAccount(0n), await given.givenAccount(0n)];
  const free = given.transfer({ debit: one, credit: mine, amount: 5n });
  const taken = given.transfer({ debit: one, credit: mine, amount: 6n });
  let postLinked: Promise<unknown> | undefined;
  await given.during(async (tx) => {
    accepted(await given.ledger.post(tx, { ...taken, debit: other, credit: theirs }));
    // It looks the key up before this commits, and waits for it when it writes.
    postLinked = given.during((second) =>
      given.ledger.postLinked(second, TENANT, [
        { ...free, do: 'post' },
        { ...taken, do: 'post' },
      ]),
    );
    await waitingForALock();
  });
  expect(await postLinked).toEqual({ ok: false, refusal: 'key_reused', place: 1 });
  expect(await given.during((tx) => given.ledger.balance(tx, TENANT, one))).toMatchObject({ balance: 1_000n });
  expect(await given.asOwner('SELECT FROM transfer WHERE key = $1', [free.key])).toEqual([]);
});

async function waitingForALock() {
  const deadline = Date.now() + 4_000;
  while (Date.now() < deadline) {
    const waiting = await given.asOwner(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (waiting.length > 0) return;
  }
  throw new Error('nobody waits');
}

test('one hold key from all connections at once places one hold', async () => {
  const account = await given.givenAccount(1_000n);
  const hold = { tenantId: TENANT, key: 'one hold', account, amount: 900n, placedAt: AT, expiresAt: AT };
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => given.during((tx) => given.ledger.placeHold(tx, hold))),
  );
  expect(new Set(answers.map((answer) => accepted(answer).id)).size).toBe(1);
  expect(await given.during((tx) => given.ledger.balance(tx, TENANT, account))).toMatchObject({ held: 900n });
});

test('a settlement account that all connections request first is opened once', async () => {
  const ids = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => given.during((tx) => given.ledger.settlementAccount(tx, TENANT, 'fees'))),
  );
  expect(new Set(ids).size).toBe(1);
});
