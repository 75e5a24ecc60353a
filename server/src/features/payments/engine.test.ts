import { hash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { givenAccount, givenBrand, type TestAccount, type TestBrand } from '../../../test-support/factories.ts';
import {
  give,
  type Given,
  givenGuestBook,
  guestsOf,
  otherKind,
  refusing,
  sideOf,
  signedTogether,
} from '../../../test-support/gift.ts';
import { givenSecondServer, onPool, type SecondServer } from '../../../test-support/processes/second-server.ts';
import { sealAll } from '../../../test-support/ledger/sealed.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { ACCOUNT_CHAIN } from '../../ledger/account-chain.ts';
import { LEDGER_CHAIN } from '../../ledger/ledger-chain.ts';
import { AUDIT_CHAIN } from '../../platform/sealed-log/audit-chain.ts';
import { canonicalJson } from '../../platform/text/canonical-json.ts';

const DAY_MS = 86_400_000;
const REFUSED = { ok: false, error: 'insufficient_funds', field: 'cents' };
const OVER_LIMIT = { ok: false, error: 'daily_limit_reached', field: 'cents' };

let ctx: TestContext;
let second: SecondServer;
let brand: TestBrand;
let payer: TestAccount;
let payee: TestAccount;
beforeAll(async () => {
  ctx = await givenContext();
  second = await givenSecondServer(ctx);
  brand = await givenBrand(ctx);
  await givenGuestBook(ctx);
});
beforeEach(async () => {
  refusing.error = undefined;
  await ctx.asOwner('DELETE FROM guest_book');
  [payer, payee] = [await accountWith(10_000n), await accountWith(0n)];
});
afterAll(async () => {
  await second.close();
  await ctx.close();
});

const accountWith = (balance: bigint) => givenAccount(ctx, { brand, balance });
const pay = (given: Given = {}, server: Pick<TestContext, 'payments'> = ctx) => give(server, payer, payee, given);
const paid = () => balanceOf(ctx, payee);
const oks = (answers: readonly { ok: boolean }[]) => answers.filter(({ ok }) => ok).length;
const range = (length: number) => Array.from({ length }, (_, index) => index);
const fees = (): Promise<bigint> => accountWith(0n).then(({ ledgerAccountId }) => ledgerAccountId);

/** Counts the transactions that payments take. */
function counting() {
  const counted = { transactions: 0 };
  const { database } = ctx;
  const transact: typeof database.transact = (...given) => {
    counted.transactions += 1;
    return database.transact(...given);
  };
  return { counted, server: onPool(ctx, { ...database, transact }) };
}

describe('payments of one batch', () => {
  it('share one transaction, whatever their kinds and actors', async () => {
    const { counted, server } = counting();
    const answers = await Promise.all(
      range(64).map((index) =>
        pay({ actor: `schedule:${index}`, ...(index % 2 === 0 && { kind: otherKind }) }, server),
      ),
    );
    expect([oks(answers), counted.transactions, await paid()]).toEqual([64, 1, 6_400n]);
  });

  it.each(['read', 'a statement', 'decide'] as const)(
    'are all posted except the one of 64 that throws in %s',
    async (throwsIn) => {
      const answers = await Promise.allSettled(range(64).map((index) => pay(index === 20 ? { throwsIn } : {})));
      expect(answers.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([20]);
      expect(await paid()).toBe(6_300n);
    },
  );

  it('write each shared row once, for the posted payments only', async () => {
    signedTogether.length = 0;
    const key = randomUUID();
    const names = ['A', 'B', 'C', 'D'];
    const together = names.map((signsTogether) => pay({ signsTogether, ...(signsTogether === 'B' && { key }) }));
    const answers = await Promise.all([...together, pay({ signsTogether: 'E', cents: 10_001n })]);
    expect([oks(answers), signedTogether, await guestsOf(ctx)]).toEqual([4, [4], names]);
    expect((await pay({ signsTogether: 'B', key })).ok).toBe(true);
    expect([signedTogether, await guestsOf(ctx)]).toEqual([[4], names]);
  });

  it('are decided in order, and a refused one leaves no trace for the next', async () => {
    const limited = { dailyLimit: 12_000n };
    const answers = await Promise.all([
      pay({ ...limited, cents: 5_000n }),
      pay({ ...limited, cents: 6_000n }),
      pay({ ...limited, cents: 7_001n }),
      pay({ ...limited, cents: 5_000n }),
      pay({ ...limited, cents: 1n }),
    ]);
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer))).toEqual(['ok', REFUSED, OVER_LIMIT, 'ok', REFUSED]);
  });
});

describe('two kinds of payment on two servers', () => {
  const both = (count: number, given: Given) =>
    Promise.all(
      range(count).map((index) =>
        pay({ ...given, ...(index % 3 === 0 && { kind: otherKind }) }, index % 2 === 0 ? ctx : second.ctx),
      ),
    );

  it('never spend more than the balance they share', async () => {
    expect(oks(await both(24, { cents: 900n }))).toBe(11);
    expect([await balanceOf(ctx, payer), await paid()]).toEqual([100n, 9_900n]);
  });

  it('never exceed the daily limit they share', async () => {
    expect(oks(await both(24, { cents: 300n, dailyLimit: 1_000n }))).toBe(3);
    expect(await paid()).toBe(900n);
  });

  it('never exceed a limit that an effect sets', async () => {
    expect(oks(await both(12, { signs: 'A' }))).toBe(2);
    expect(await guestsOf(ctx)).toEqual(['A', 'A']);
    expect(await paid()).toBe(200n);
  });
});

describe('an idempotency key', () => {
  it('cannot be used for another kind of payment, later or concurrently', async () => {
    const reused = { ok: false, error: 'key_reused' };
    const key = randomUUID();
    expect((await pay({ key })).ok).toBe(true);
    expect(await pay({ key, kind: otherKind })).toEqual(reused);
    const at = randomUUID();
    const answers = await Promise.all([pay({ key: at, kind: otherKind }), pay({ key: at })]);
    expect([answers[0].ok, answers[1]]).toEqual([true, reused]);
    expect(await paid()).toBe(200n);
  });

  it('cannot be used for another kind of payment on another server concurrently', async () => {
    for (const _ of range(5)) {
      const key = randomUUID();
      const answers = await Promise.all([pay({ key }), pay({ key, kind: otherKind }, second.ctx)]);
      expect(answers.map((answer) => (answer.ok ? 'ok' : answer.error)).toSorted()).toEqual(['key_reused', 'ok']);
    }
    expect(await paid()).toBe(500n);
  });

  it('is stored with a keyed hash of its request, and the plain hash of earlier releases still matches', async () => {
    const [key, signsTogether] = [randomUUID(), randomUUID()];
    const first = await pay({ key, signsTogether });
    const input = { from: sideOf(payer), to: sideOf(payee), cents: 100n, signsTogether };
    const plain = hash('sha256', `test.gift ${canonicalJson(input)}`, 'buffer').subarray(0, 16);
    expect(await ctx.asOwner('SELECT 1 FROM kept_answer WHERE request_hash = $1', [plain])).toEqual([]);
    await ctx.asOwner(`UPDATE kept_answer SET request_hash = $1 WHERE answer->'value'->>'receipt' = $2`, [
      plain,
      first.ok && first.value.receipt,
    ]);
    expect(await pay({ key, signsTogether })).toEqual(first);
    expect(await pay({ key, signsTogether, cents: 1n })).toMatchObject({ error: 'key_reused' });
    expect(await paid()).toBe(100n);
  });

  it('can be used by two actors independently', async () => {
    const key = randomUUID();
    expect(oks([await pay({ key }), await pay({ key, actor: 'schedule:10' })])).toBe(2);
    expect(await paid()).toBe(200n);
  });

  it('sent 50 times at once without a session posts once and returns the same response each time', async () => {
    const key = randomUUID();
    const answers = await Promise.all(range(50).map((index) => pay({ key }, index % 2 === 0 ? ctx : second.ctx)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect([oks(answers), await paid()]).toEqual([50, 100n]);
  });

  it('returns its refusal again after the reason for it is gone', async () => {
    const key = randomUUID();
    expect(await pay({ key, cents: 10_001n })).toEqual(REFUSED);
    await give(ctx, await accountWith(500n), payer);
    expect(await pay({ key, cents: 10_001n })).toEqual(REFUSED);
    expect(await pay({ key, cents: 1n })).toEqual({ ok: false, error: 'key_reused' });
    expect((await pay({ cents: 10_001n })).ok).toBe(true);
  });

  it.each(['bad_bearer', 'scope_refused', 'too_many_requests', 'unavailable', 'unexpected'] as const)(
    'does not store %s as its response',
    async (error) => {
      const key = randomUUID();
      refusing.error = error;
      expect(await pay({ key })).toEqual({ ok: false, error });
      refusing.error = undefined;
      expect((await pay({ key })).ok).toBe(true);
    },
  );

  it.each(['payee_blocked', 'not_found'] as const)('stores %s as its response', async (error) => {
    const key = randomUUID();
    refusing.error = error;
    await pay({ key });
    refusing.error = undefined;
    expect(await pay({ key })).toEqual({ ok: false, error });
  });

  it('whose stored response was deleted is answered from the ledger, though limit, effect and money are used up', async () => {
    const given = { key: randomUUID(), cents: 6_000n, dailyLimit: 6_000n, signs: 'A' };
    const first = await pay(given);
    expect((await pay({ signs: 'B' })).ok).toBe(true);
    await ctx.asOwner('DELETE FROM kept_answer');
    ctx.advance(DAY_MS / 24);
    const [again, other] = await Promise.all([pay(given), pay()]);
    expect([again, other.ok, await guestsOf(ctx)]).toEqual([first, true, ['A', 'B']]);
    expect(await paid()).toBe(6_200n);
    const [line] = await ctx.asOwner<{ n: string }>(
      'SELECT count(*) AS n FROM transaction_detail WHERE ledger_account_id = $1',
      [payee.ledgerAccountId],
    );
    expect(line?.n).toBe('3');
  });
});

describe('a payment that counts towards a limit', () => {
  it('uses the limit of its own day only', async () => {
    expect((await pay({ dailyLimit: 150n })).ok).toBe(true);
    expect(await pay({ dailyLimit: 150n })).toEqual(OVER_LIMIT);
    ctx.advance(DAY_MS);
    expect((await pay({ dailyLimit: 150n })).ok).toBe(true);
  });

  it('releases its amount when it is returned on the same day, and never more than was counted', async () => {
    await pay({ dailyLimit: 150n });
    await pay({ givesBack: 100n });
    expect((await pay({ dailyLimit: 150n, cents: 150n })).ok).toBe(true);
    await pay({ givesBack: 500n });
    expect(await pay({ dailyLimit: 150n, cents: 151n })).toEqual(OVER_LIMIT);
    expect((await pay({ dailyLimit: 150n, cents: 150n })).ok).toBe(true);
  });
});

describe('linked postings', () => {
  it('are posted with the payment, each with its own description and receipt number', async () => {
    const to = await fees();
    const answer = await pay({ fee: { to, cents: 50n } });
    expect([await balanceOf(ctx, payer), await paid()]).toEqual([9_850n, 100n]);
    const rows = await ctx.asOwner(
      'SELECT kind, description, reference FROM transaction_detail WHERE ledger_account_id = $1 ORDER BY seq',
      [payer.ledgerAccountId],
    );
    const reference = answer.ok ? answer.value.receipt : '';
    expect(rows.slice(-2)).toEqual([
      { kind: 'transferOut', description: 'Gift', reference },
      { kind: 'fee', description: 'Wrapping', reference },
    ]);
  });

  it('are all rolled back when one of them is refused', async () => {
    expect(await pay({ cents: 10_000n, fee: { to: await fees(), cents: 1n } })).toEqual(REFUSED);
    expect([await balanceOf(ctx, payer), await paid()]).toEqual([10_000n, 0n]);
  });

  it('are posted once when the key is sent again', async () => {
    const given = { key: randomUUID(), fee: { to: await fees(), cents: 50n } };
    const first = await pay(given);
    await ctx.asOwner('DELETE FROM kept_answer');
    expect(await pay(given)).toEqual(first);
    expect(await balanceOf(ctx, payer)).toBe(9_850n);
  });
});

describe('an effect of a payment', () => {
  it('sees what earlier payments changed, and nothing of a refused one', async () => {
    const answers = await Promise.all([
      pay({ signs: 'A', cents: 10_001n }),
      pay({ signs: 'B' }),
      pay({ signs: 'C' }),
      pay({ signs: 'D' }),
    ]);
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.field))).toEqual(['cents', 'ok', 'ok', 'signs']);
    expect(await guestsOf(ctx)).toEqual(['B', 'C']);
  });
});

describe('the audit log', () => {
  it('has one line for each payment, with actor, accounts and the details of its effects', async () => {
    await pay({ actor: 'bank', signs: 'A' });
    await pay({ actor: 'bank', cents: 10_001n });
    const lines = await ctx.asOwner<{ details: { transfer?: string } }>(
      'SELECT actor, action, outcome, request_id, details FROM audit_log WHERE object = $1 ORDER BY id',
      [`account:${payer.id}`],
    );
    const common = { actor: 'bank', action: 'test.gift', request_id: null };
    const details = { transfer: expect.stringMatching(/^\d+$/) as string, to: `account:${payee.id}`, signed: 'A' };
    expect(lines).toEqual([
      { ...common, outcome: 'ok', details },
      { ...common, outcome: 'insufficient_funds', details: {} },
    ]);
  });
});

it('the ledger verifies after all of these payments', async () => {
  // The clock was moved, so lines that are not sealed yet would be reported as late.
  for (const chain of [ACCOUNT_CHAIN, LEDGER_CHAIN, AUDIT_CHAIN]) await sealAll(ctx, {}, chain);
  expect(await brokenIn(ctx)).toEqual([]);
});
