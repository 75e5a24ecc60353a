import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Headers } from '../../../test-support/signed-in.ts';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { givenSession, type TestProduct } from '../../../test-support/factories.ts';
import { givenSecondServer } from '../../../test-support/processes/second-server.ts';
import {
  balanceOf,
  givenPayer,
  givenTransferProduct,
  postMoney,
  transferBody,
} from '../../../test-support/transfers.ts';
import { deleteOldResponses } from './delete-responses.due.ts';

const DAY_MS = 86_400_000;
let test: TestApp;
let product: TestProduct;
let payer: Awaited<ReturnType<typeof givenPayer>>;
let payee: Awaited<ReturnType<typeof givenPayer>>;
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx);
});
beforeEach(async () => {
  test.ctx.setBusinessTime(TEST_START);
  test.ctx.setSecurityTime(TEST_START);
  [payer, payee] = [await givenPayer(test.ctx, product), await givenPayer(test.ctx, product)];
});
afterAll(() => test.close());

const body = (given = {}) => transferBody(payer.card.account, payee.card.account, given);
const transfer = (headers: Headers, payload: object, key?: string | null, server: Pick<TestApp, 'app'> = test) =>
  postMoney(server, 'transfer/internal', headers, payload, key);
const left = () => balanceOf(test.ctx, payer.card.account);
const codeOf = (response: { statusCode: number; json(): { error?: string[] } }) =>
  response.statusCode === 200 ? 'ok' : response.json().error?.[0];

describe('the idempotency key of a payment call', () => {
  it.each([
    ['missing', null],
    ['empty', ''],
    ['65 characters long', 'k'.repeat(65)],
    ['not of printable ASCII', 'caf\u00e9'],
  ])('is refused with 20010 and the name of the header when it is %s', async (_, key) => {
    const response = await transfer(payer.headers, body(), key);
    expect([response.statusCode, response.json().error, response.json().field]).toEqual([
      400,
      ['20010'],
      'Idempotency-Key',
    ]);
    expect(await left()).toBe(10_000n);
  });

  it.each(['1', 'k'.repeat(64), '~ !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'])('is accepted as %j', async (key) => {
    expect(codeOf(await transfer(payer.headers, body(), key))).toBe('ok');
  });
});

describe('an idempotency key that is sent again', () => {
  it('50 times at once with the same body pays once and returns one response', async () => {
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 50 }, () => transfer(payer.headers, body(), key)));
    expect(responses.map(codeOf)).toEqual(Array.from({ length: 50 }, () => 'ok'));
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
    expect(await left()).toBe(9_900n);
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(10_100n);
  });

  it('with reordered or unknown fields counts as the same request', async () => {
    const key = randomUUID();
    const first = await transfer(payer.headers, body(), key);
    const reversed = Object.fromEntries(Object.entries({ ...body(), Unknown: 1 }).toReversed());
    expect((await transfer(payer.headers, reversed, key)).body).toBe(first.body);
    expect(await left()).toBe(9_900n);
  });

  it('returns the first response after a day and from another session of the same web account', async () => {
    const key = randomUUID();
    const first = await transfer(payer.headers, body(), key);
    test.ctx.advance(DAY_MS);
    const { headers } = await givenSession(test.ctx, { webAccount: payer.webAccount });
    expect((await transfer(headers, body(), key)).body).toBe(first.body);
    expect(await left()).toBe(9_900n);
  });

  it('with another body is refused with 409 and pays nothing', async () => {
    const key = randomUUID();
    await transfer(payer.headers, body(), key);
    for (const other of [{ Amount: 2 }, { Description: 'Lunch' }, { RecipientDescription: 'From A.' }]) {
      expect(codeOf(await transfer(payer.headers, body(other), key))).toBe('409');
    }
    expect(await left()).toBe(9_900n);
  });

  it('with another body at the same moment pays for one of the two', async () => {
    const key = randomUUID();
    const responses = await Promise.all([1, 2].map((Amount) => transfer(payer.headers, body({ Amount }), key)));
    expect(responses.map(codeOf).toSorted()).toEqual(['409', 'ok']);
  });

  it('by another caller is independent', async () => {
    const key = randomUUID();
    await transfer(payer.headers, body(), key);
    const other = await givenPayer(test.ctx, product);
    const theirs = transferBody(other.card.account, payee.card.account);
    expect(codeOf(await transfer(other.headers, theirs, key))).toBe('ok');
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(10_200n);
  });

  it('after a refusal returns that refusal, even once there is enough money', async () => {
    const key = randomUUID();
    const refused = await transfer(payer.headers, body({ Amount: 150 }), key);
    expect(codeOf(refused)).toBe('20240');
    const rich = transferBody(payee.card.account, payer.card.account, { Amount: 60 });
    expect(codeOf(await transfer(payee.headers, rich))).toBe('ok');
    const again = await transfer(payer.headers, body({ Amount: 150 }), key);
    expect([codeOf(again), again.json().field]).toEqual(['20240', 'Amount']);
    expect(codeOf(await transfer(payer.headers, body({ Amount: 150 })))).toBe('ok');
  });

  it('after a refusal is refused with 409 for another body and returns the refusal for the first body', async () => {
    const key = randomUUID();
    expect(codeOf(await transfer(payer.headers, body({ Amount: 150 }), key))).toBe('20240');
    expect(codeOf(await transfer(payer.headers, body({ Amount: 1 }), key))).toBe('409');
    expect(codeOf(await transfer(payer.headers, body({ Amount: 150 }), key))).toBe('20240');
    expect(await left()).toBe(10_000n);
  });

  it('after a malformed body is still unused', async () => {
    const key = randomUUID();
    expect(codeOf(await transfer(payer.headers, body({ Amount: 0 }), key))).toBe('20010');
    expect(codeOf(await transfer(payer.headers, body(), key))).toBe('ok');
  });

  it('writes one line to the audit log, however often it is sent', async () => {
    const key = randomUUID();
    for (let sent = 0; sent < 3; sent += 1) await transfer(payer.headers, body(), key);
    const lines = await test.ctx.asOwner('SELECT FROM audit_log WHERE actor = $1', [`web:${payer.webAccount.id}`]);
    expect(lines).toHaveLength(1);
  });
});

describe('several servers on one database', () => {
  it('pay once for a key that is sent to all of them at once', async () => {
    const second = await givenSecondServer(test.ctx);
    try {
      for (let round = 0; round < 5; round += 1) {
        const key = randomUUID();
        const before = await left();
        const responses = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            transfer(payer.headers, body(), key, index % 2 === 0 ? test : second),
          ),
        );
        expect(responses.map(codeOf)).toEqual(Array.from({ length: 20 }, () => 'ok'));
        expect(new Set(responses.map((response) => response.body)).size).toBe(1);
        expect(await left()).toBe(before - 100n);
      }
    } finally {
      await second.close();
    }
  });

  it('pay for one of two bodies with the same key, whichever accounts they name', async () => {
    const second = await givenSecondServer(test.ctx);
    const other = await givenPayer(test.ctx, product, 10_000n);
    await test.ctx.asOwner('UPDATE card SET holder_id = $1 WHERE id = $2', [payer.holder.id, other.card.id]);
    try {
      for (let round = 0; round < 5; round += 1) {
        const key = randomUUID();
        const sent = [body(), transferBody(other.card.account, payee.card.account)];
        const responses = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            transfer(payer.headers, sent[index % 2] ?? {}, key, index % 2 === 0 ? test : second),
          ),
        );
        expect(responses.map(codeOf).toSorted()).toEqual([
          ...Array.from({ length: 4 }, () => '409'),
          ...Array.from({ length: 4 }, () => 'ok'),
        ]);
      }
      expect((await balanceOf(test.ctx, payee.card.account)) - 10_000n).toBe(500n);
    } finally {
      await second.close();
    }
  });

  it('never exceed the daily limit together', async () => {
    const second = await givenSecondServer(test.ctx);
    const limited = await givenTransferProduct(test.ctx, { paymentLimit: 1_000_00 });
    const from = await givenPayer(test.ctx, limited, 400_000n);
    const to = await givenPayer(test.ctx, limited);
    try {
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          transfer(
            from.headers,
            transferBody(from.card.account, to.card.account, { Amount: 300 }),
            randomUUID(),
            index % 2 === 0 ? test : second,
          ),
        ),
      );
      expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(3);
      expect(await balanceOf(test.ctx, from.card.account)).toBe(310_000n);
    } finally {
      await second.close();
    }
  });
});

describe('payment calls of one batch', () => {
  it('each get their own outcome', async () => {
    const ended = await givenSession(test.ctx, { webAccount: payer.webAccount });
    await test.ctx.asOwner('UPDATE session SET revoked_at = created_at WHERE id = $1', [ended.id]);
    const restricted = await givenSession(test.ctx, { webAccount: payer.webAccount }, 'accountnumber');
    const responses = await Promise.all([
      transfer(payer.headers, body()),
      transfer(ended.headers, body()),
      transfer(payer.headers, body({ Amount: 5_000 })),
      transfer(restricted.headers, body()),
      transfer(payee.headers, body()),
      transfer(payer.headers, body({ DestinationAccountNumber: '999999999' })),
      transfer(payer.headers, body({ Amount: 2 })),
    ]);
    expect(responses.map(codeOf)).toEqual(['ok', '401', '20240', '403', '10000', '20010', 'ok']);
    expect(await left()).toBe(9_700n);
  });

  it('pay for the first of two bodies with the same key, even if the second has another destination', async () => {
    const other = await givenPayer(test.ctx, product);
    await Promise.all([
      transfer(payer.headers, body()),
      transfer(other.headers, transferBody(other.card.account, payee.card.account)),
    ]);
    const key = randomUUID();
    const responses = await Promise.all([
      transfer(payer.headers, body(), key),
      transfer(payer.headers, transferBody(payer.card.account, other.card.account), key),
    ]);
    expect(responses.map(codeOf)).toEqual(['ok', '409']);
    expect([await balanceOf(test.ctx, payee.card.account), await balanceOf(test.ctx, other.card.account)]).toEqual([
      10_300n,
      9_900n,
    ]);
  });

  it('are refused if their session ended while they waited', async () => {
    const { id, headers } = await givenSession(test.ctx, { webAccount: payer.webAccount });
    const release = await lockAccount(payee.card.account.ledgerAccountId);
    const first = transfer(payer.headers, body());
    await untilWaiting();
    const queued = transfer(headers, body());
    await test.ctx.asOwner('UPDATE session SET revoked_at = created_at WHERE id = $1', [id]);
    await release();
    expect([codeOf(await first), codeOf(await queued)]).toEqual(['ok', '401']);
    expect(await left()).toBe(9_900n);
  });

  it('are posted when another one fails for a reason of its own', async () => {
    const broken = await givenPayer(test.ctx, product);
    // A product with unreadable settings is a bug, which is answered with 500.
    const bad = await givenTransferProduct(test.ctx);
    await test.ctx.asOwner(
      `UPDATE product SET settings = '{"bpay": "perhaps"}', brand_id = $1, tenant_id = $2 WHERE id = $3`,
      [product.brand.id, product.brand.tenantId, bad.id],
    );
    await test.ctx.asOwner('UPDATE card SET product_id = $1 WHERE id = $2', [bad.id, broken.card.id]);
    const poison = transferBody(broken.card.account, payee.card.account);
    const responses = await Promise.all([
      transfer(payer.headers, body()),
      transfer(broken.headers, poison),
      transfer(payer.headers, body()),
    ]);
    expect(responses.map(codeOf)).toEqual(['ok', '99999', 'ok']);
    expect(await left()).toBe(9_800n);
  });

  it('are answered 503 with Retry-After when the connection is cut, and can be sent again', async () => {
    const release = await lockAccount(payee.card.account.ledgerAccountId);
    const keys = [randomUUID(), randomUUID(), randomUUID()];
    const sent = keys.map((key) => transfer(payer.headers, body(), key));
    let isAnswered = false;
    const answered = Promise.all(sent).finally(() => {
      isAnswered = true;
    });
    // They may come in more than one batch.
    const cut = () =>
      test.ctx.asOwner(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'wattle' AND wait_event_type = 'Lock'`,
      );
    await expect.poll(async () => isAnswered || (await cut(), false)).toBe(true);
    await release();
    const responses = await answered;
    expect(responses.map(codeOf)).toEqual(['503', '503', '503']);
    for (const response of responses) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(await left()).toBe(10_000n);
    const again = await Promise.all(keys.map((key) => transfer(payer.headers, body(), key)));
    expect(again.map(codeOf)).toEqual(['ok', 'ok', 'ok']);
    expect(await left()).toBe(9_700n);
  });

  /** Locks an account in another transaction. The returned function ends it. */
  async function lockAccount(account: bigint): Promise<() => Promise<void>> {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let locked = () => {};
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const done = test.ctx.database.transact(product.brand.tenantId, async (tx) => {
      await tx.query('SELECT FROM ledger_account WHERE id = $1 FOR UPDATE', [account]);
      locked();
      await ended;
    });
    await isLocked;
    return async () => {
      end();
      await done;
    };
  }

  async function untilWaiting(): Promise<void> {
    await expect
      .poll(() =>
        test.ctx.asOwner(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(1);
  }
});

describe('stored responses', () => {
  it('are kept for 30 days by the security clock and then deleted', async () => {
    await test.ctx.asOwner('DELETE FROM kept_answer');
    const [key, first] = ['one', await transfer(payer.headers, body(), 'one')];
    test.ctx.advance(30 * DAY_MS);
    await sweep(test.ctx, deleteOldResponses);
    const { headers } = await givenSession(test.ctx, { webAccount: payer.webAccount });
    expect((await transfer(headers, body(), key)).body).toBe(first.body);
    test.ctx.advance(1);
    await sweep(test.ctx, deleteOldResponses);
    expect(await test.ctx.asOwner('SELECT id FROM kept_answer')).toEqual([]);
  });

  it('of a refusal are deleted after 30 days, after which the key can pay', async () => {
    const key = randomUUID();
    expect(codeOf(await transfer(payer.headers, body({ Amount: 150 }), key))).toBe('20240');
    test.ctx.advance(30 * DAY_MS + 1);
    await sweep(test.ctx, deleteOldResponses);
    const { headers } = await givenSession(test.ctx, { webAccount: payer.webAccount });
    expect(codeOf(await transfer(headers, body({ Amount: 1 }), key))).toBe('ok');
    expect(codeOf(await transfer(headers, body({ Amount: 2 }), key))).toBe('409');
    expect(await left()).toBe(9_900n);
  });

  it('that were deleted do not allow a second payment, because the ledger has the key', async () => {
    const key = randomUUID();
    const paid = body({ Amount: 90 });
    const first = await transfer(payer.headers, paid, key);
    await test.ctx.asOwner('DELETE FROM kept_answer');
    test.ctx.advance(60_000);
    const [again, other] = await Promise.all([transfer(payer.headers, paid, key), transfer(payer.headers, body())]);
    expect([again.json(), codeOf(other)]).toEqual([first.json(), 'ok']);
    expect(codeOf(await transfer(payer.headers, body({ Amount: 2 }), key))).toBe('409');
    expect(await left()).toBe(900n);
  });

  it('contain no secret, only a receipt number and times or the name of a refusal', async () => {
    await test.ctx.asOwner('DELETE FROM kept_answer');
    await transfer(payer.headers, body(), 'one');
    await transfer(payer.headers, body({ Amount: 5_000 }), 'two');
    const rows = await test.ctx.asOwner(
      "SELECT replace(id::text, '-', '') AS id, answer FROM kept_answer ORDER BY answer ->> 'error' NULLS FIRST",
    );
    // Key and caller are stored as a digest only.
    const idOf = (key: string) =>
      createHash('sha256').update(`web:${payer.webAccount.id} ${key}`).digest('hex').slice(0, 32);
    const value = { ReceiptNumber: expect.any(String), TransactionDate: expect.any(String), HeldUntil: null };
    expect(rows).toEqual([
      { id: idOf('one'), answer: { ok: true, value } },
      { id: idOf('two'), answer: { ok: false, error: 'insufficient_funds', field: 'Amount' } },
    ]);
  });
});
