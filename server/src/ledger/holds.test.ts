import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accepted, AT, freshKey, givenLedger, refusalOf, TENANT } from '../../test-support/ledger/ledger.ts';
import type { TestLedger } from '../../test-support/ledger/ledger.ts';
import type { CaptureRequest, HoldRequest, LedgerResult, ReleaseRequest } from './ledger.ts';

const DAY_MS = 86_400_000;

let given: TestLedger;
beforeAll(async () => {
  given = await givenLedger();
});
afterAll(() => given.close());

const place = (request: HoldRequest) => given.during((tx) => given.ledger.placeHold(tx, request));
const capture = (request: CaptureRequest) => given.during((tx) => given.ledger.captureHold(tx, request));
const release = (request: ReleaseRequest) => given.during((tx) => given.ledger.releaseHold(tx, request));

function hold(account: bigint, amount: bigint): HoldRequest {
  return { tenantId: TENANT, key: freshKey(), account, amount, placedAt: AT, expiresAt: AT + 7 * DAY_MS };
}

function captureOf(id: bigint, amount: bigint): CaptureRequest {
  return {
    tenantId: TENANT,
    key: freshKey(),
    hold: id,
    amount,
    credit: given.scheme,
    code: 1,
    effectiveAt: AT,
    postedAt: AT,
  };
}

function releaseOf(id: bigint, keep = 0n): ReleaseRequest {
  return { tenantId: TENANT, hold: id, keep, at: AT, because: 'voided' };
}

async function givenHold(cents: bigint, amount: bigint) {
  const account = await given.givenAccount(cents);
  return { account, id: accepted(await place(hold(account, amount))).id };
}

async function expectRefusal(attempt: () => Promise<LedgerResult<unknown>>, refusal: string) {
  const before = await given.rows();
  expect(refusalOf(await attempt())).toBe(refusal);
  expect(await given.rows()).toBe(before);
}

const balanceOf = (account: bigint) => given.during((tx) => given.ledger.balance(tx, TENANT, account));

describe('a hold', () => {
  test('reduces the available funds and not the balance', async () => {
    const account = await given.givenAccount(1_000n);
    const placed = accepted(await place(hold(account, 400n)));
    expect(placed.balance).toEqual({ balance: 1_000n, held: 400n, version: 1n });
    expect(placed.replayed).toBe(false);
  });

  test('placed twice with one key is one hold', async () => {
    const account = await given.givenAccount(500n);
    const request = hold(account, 400n);
    const first = accepted(await place(request));
    const before = await given.rows();
    expect(accepted(await place({ ...request, placedAt: AT + 9, expiresAt: AT + 9 }))).toEqual({
      ...first,
      replayed: true,
    });
    expect(await given.rows()).toBe(before);
    await expectRefusal(() => place({ ...request, amount: 40n }), 'key_reused');
    await expectRefusal(() => place({ ...request, forced: true }), 'key_reused');
  });

  test.each([
    [0n, 'amount_not_positive'],
    [-1n, 'amount_not_positive'],
    [10_000_000_000n, 'amount_too_large'],
    [501n, 'insufficient_funds'],
  ])('of %d cents of 500 is refused: %s', async (amount, refusal) => {
    const account = await given.givenAccount(500n);
    await expectRefusal(() => place(hold(account, amount)), refusal);
  });

  test('is refused on an unknown account', async () => {
    await expectRefusal(() => place(hold(999_999n, 1n)), 'unknown_account');
  });

  test('may exceed the balance when forced', async () => {
    const account = await given.givenAccount(100n);
    expect(accepted(await place({ ...hold(account, 250n), forced: true })).balance.held).toBe(250n);
  });
});

describe('a capture', () => {
  test.each([
    ['a part', 250n, 750n],
    ['the whole', 400n, 600n],
    ['more, while funds last,', 1_000n, 0n],
  ])('of %s posts the final amount and frees the rest', async (_what, amount, left) => {
    const { account, id } = await givenHold(1_000n, 400n);
    const posted = accepted(await capture(captureOf(id, amount)));
    expect(posted.debitBalance).toBe(left);
    expect(await balanceOf(account)).toEqual({ balance: left, held: 0n, version: 2n });
  });

  test('is refused above the available funds unless it is forced', async () => {
    const { account, id } = await givenHold(1_000n, 400n);
    accepted(await place(hold(account, 600n)));
    await expectRefusal(() => capture(captureOf(id, 401n)), 'insufficient_funds');
    expect(accepted(await capture({ ...captureOf(id, 401n), forced: true })).debitBalance).toBe(599n);
    expect(await balanceOf(account)).toEqual({ balance: 599n, held: 600n, version: 2n });
  });

  test('frees only the rest after a partial release', async () => {
    const { account, id } = await givenHold(1_000n, 400n);
    accepted(await release(releaseOf(id, 150n)));
    accepted(await capture(captureOf(id, 200n)));
    expect(await balanceOf(account)).toEqual({ balance: 800n, held: 0n, version: 2n });
  });

  test('with its own key again returns what was posted', async () => {
    const { id } = await givenHold(1_000n, 400n);
    const request = captureOf(id, 300n);
    const first = accepted(await capture(request));
    const before = await given.rows();
    expect(accepted(await capture(request))).toEqual({ ...first, replayed: true });
    expect(await given.rows()).toBe(before);
    await expectRefusal(() => capture({ ...request, amount: 301n }), 'key_reused');
  });

  test('is refused for a hold that has ended', async () => {
    const captured = await givenHold(1_000n, 400n);
    accepted(await capture(captureOf(captured.id, 400n)));
    await expectRefusal(() => capture(captureOf(captured.id, 400n)), 'hold_resolved');
    for (const because of ['voided', 'expired'] as const) {
      const ended = await givenHold(1_000n, 400n);
      accepted(await release({ ...releaseOf(ended.id), because }));
      await expectRefusal(() => capture(captureOf(ended.id, 400n)), 'hold_resolved');
      await expectRefusal(() => capture({ ...captureOf(ended.id, 400n), forced: true }), 'hold_resolved');
    }
  });

  test.each([2, 8])('of one hold from %d connections at once is one, and the others are refused', async (callers) => {
    const { account, id } = await givenHold(1_000n, 400n);
    const answers = await Promise.all(Array.from({ length: callers }, () => capture(captureOf(id, 400n))));
    const outcomes = answers.map((answer) => (answer.ok ? 'ok' : answer.refusal)).toSorted();
    expect(outcomes).toEqual([...Array.from({ length: callers - 1 }, () => 'hold_resolved'), 'ok']);
    expect(await balanceOf(account)).toEqual({ balance: 600n, held: 0n, version: 2n });
  });

  test('cannot use the key of a payment', async () => {
    const { account, id } = await givenHold(1_000n, 400n);
    const payment = given.transfer({ debit: account, credit: given.scheme, amount: 300n, code: 1 });
    accepted(await given.during((tx) => given.ledger.post(tx, payment)));
    await expectRefusal(() => capture({ ...captureOf(id, 300n), key: payment.key }), 'key_reused');
  });

  test('is refused for an unknown hold or account, and for no amount', async () => {
    const { account, id } = await givenHold(1_000n, 400n);
    await expectRefusal(() => capture(captureOf(999_999n, 1n)), 'unknown_hold');
    await expectRefusal(() => capture({ ...captureOf(id, 1n), credit: 999_999n }), 'unknown_account');
    await expectRefusal(() => capture({ ...captureOf(id, 1n), credit: account }), 'same_account');
    await expectRefusal(() => capture(captureOf(id, 0n)), 'amount_not_positive');
    await expectRefusal(() => capture(captureOf(id, 10_000_000_000n)), 'amount_too_large');
  });
});

describe('a release', () => {
  test('reduces the hold in steps and ends it at zero', async () => {
    const { account, id } = await givenHold(1_000n, 400n);
    expect(accepted(await release(releaseOf(id, 150n))).held).toBe(150n);
    expect(accepted(await release(releaseOf(id, 150n))).held).toBe(150n);
    expect(accepted(await release(releaseOf(id))).held).toBe(0n);
    expect(
      await given.asOwner('SELECT kind, keep FROM hold_event WHERE hold_id = $1 ORDER BY keep DESC', [id]),
    ).toEqual([
      { kind: 'reduced', keep: '150' },
      { kind: 'voided', keep: '0' },
    ]);
    expect(await balanceOf(account)).toEqual({ balance: 1_000n, held: 0n, version: 1n });
  });

  test('records why the hold ended', async () => {
    const { id } = await givenHold(1_000n, 400n);
    accepted(await release({ ...releaseOf(id), because: 'expired' }));
    expect(await given.asOwner('SELECT kind FROM hold_event WHERE hold_id = $1', [id])).toEqual([{ kind: 'expired' }]);
  });

  test('happens once', async () => {
    const { id } = await givenHold(1_000n, 400n);
    accepted(await release(releaseOf(id)));
    await expectRefusal(() => release(releaseOf(id)), 'hold_resolved');
    await expectRefusal(() => release({ ...releaseOf(id), because: 'expired' }), 'hold_resolved');
  });

  test('cannot keep more than is held, or less than zero', async () => {
    const { id } = await givenHold(1_000n, 400n);
    await expectRefusal(() => release(releaseOf(id, 401n)), 'amount_too_large');
    await expectRefusal(() => release(releaseOf(id, -1n)), 'amount_not_positive');
    await expectRefusal(() => release(releaseOf(999_999n)), 'unknown_hold');
  });

  test('brings an account back to its floor', async () => {
    const account = await given.givenAccount(100n);
    const { id } = accepted(await place({ ...hold(account, 250n), forced: true }));
    expect(accepted(await release(releaseOf(id, 120n))).held).toBe(120n);
    expect(accepted(await release(releaseOf(id, 100n))).held).toBe(100n);
    const rows = await given.asOwner('SELECT is_below_floor FROM ledger_account WHERE id = $1', [account]);
    expect(rows).toEqual([{ is_below_floor: false }]);
  });
});
