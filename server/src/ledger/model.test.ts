import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LedgerModel } from '../../test-support/ledger-model.ts';
import { AT, givenLedger } from '../../test-support/ledger.ts';
import type { TestLedger } from '../../test-support/ledger.ts';
import type { LedgerAccountId, LedgerResult, Posted } from './ledger.ts';

/** Printed by fast-check with the shortest failing sequence. */
const SEED = 20_261_120;
const SEQUENCES = 300;
const NOWHERE = 9_000_000_000n;

const amount = fc.oneof(
  { weight: 12, arbitrary: fc.bigInt({ min: 1n, max: 600n }) },
  { weight: 1, arbitrary: fc.constantFrom(0n, -5n, 10_000_000_000n, 9_223_372_036_854_775_808n) },
);
/** The accounts of the start, and now and then one that was opened later or never. */
const index = fc.oneof({ weight: 8, arbitrary: fc.nat({ max: 2 }) }, { weight: 1, arbitrary: fc.nat({ max: 4 }) });
const forced = fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });

/** Numbers of holds and keys wrap around what is there; one above is something unknown. */
const command = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const), floor: fc.constantFrom(0n, -100n, null) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      debit: index,
      credit: index,
      amount,
      forced,
      ceiling: fc.option(fc.bigInt({ min: 100n, max: 900n }), { nil: undefined, freq: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('replay' as const),
      which: fc.nat(),
      change: fc.constantFrom(0n, 0n, 0n, 1n),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hold' as const), account: index, amount, forced }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('capture' as const),
      hold: fc.nat(),
      // Hundredths of what was held: a part, the whole, or over.
      share: fc.constantFrom(0n, 30n, 100n, 100n, 130n, 900n),
      credit: index,
      forced,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('release' as const),
      hold: fc.nat(),
      share: fc.constantFrom(-1n, 0n, 40n, 100n, 150n),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), hold: fc.nat() }) },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

let given: TestLedger;
beforeAll(async () => {
  given = await givenLedger();
});
afterAll(() => given.close());

/** Drives the ledger and the model side by side, for one tenant of its own. */
class Run {
  readonly #model = new LedgerModel();
  readonly #accounts: LedgerAccountId[] = [];
  readonly #holds: { id: bigint; amount: bigint }[] = [];
  readonly #again: ((change: bigint) => Promise<void>)[] = [];
  readonly #tenantId: number;
  #keys = 0;

  constructor(tenantId: number) {
    this.#tenantId = tenantId;
  }

  async start() {
    // A rich account without a floor, as the bank is, and two poor ones.
    for (const floor of [null, 0n, 0n]) await this.#open(floor);
    for (const credit of [1, 2]) await this.#post({ debit: 0, credit, amount: 500n, forced: false }, this.#key());
  }

  async carryOut(step: Command) {
    switch (step.do) {
      case 'open':
        return this.#open(step.floor);
      case 'post': {
        const key = this.#key();
        this.#again.push((change) => this.#post({ ...step, amount: step.amount + change }, key));
        return this.#post(step, key);
      }
      case 'replay':
        return this.#again[step.which % (this.#again.length + 1)]?.(step.change);
      case 'hold': {
        const key = this.#key();
        this.#again.push((change) => this.#hold({ ...step, amount: step.amount + change }, key));
        return this.#hold(step, key);
      }
      case 'capture': {
        const key = this.#key();
        const which = step.hold % (this.#holds.length + 1);
        const final = ((this.#holds[which]?.amount ?? 100n) * step.share) / 100n;
        this.#again.push((change) => this.#capture(which, step, final + change, key));
        return this.#capture(which, step, final, key);
      }
      case 'release':
        return this.#release(step.hold, step.share, 'voided');
      case 'expire':
        return this.#release(step.hold, 0n, 'expired');
    }
  }

  async compare() {
    for (const [place, account] of this.#model.accounts.entries()) {
      const expected = {
        balance: this.#model.balance(place),
        held: account.held,
        version: BigInt(account.entries.length),
      };
      const read = this.#during((tx) => given.ledger.balance(tx, this.#tenantId, this.#idOf(place)));
      agree(await read, expected);
    }
  }

  #key(): string {
    this.#keys += 1;
    return `key ${this.#keys}`;
  }

  #idOf(account: number): LedgerAccountId {
    return this.#accounts[account] ?? NOWHERE + BigInt(account);
  }

  #during<T>(work: Parameters<typeof given.database.transact<T>>[1]) {
    return given.database.transact(this.#tenantId, work);
  }

  async #open(floor: bigint | null) {
    this.#model.open(floor);
    const id = await this.#during((tx) =>
      given.ledger.openAccount(tx, { tenantId: this.#tenantId, kind: 'cardholder', floor }),
    );
    this.#accounts.push(id);
  }

  async #post(
    step: { debit: number; credit: number; amount: bigint; forced: boolean; ceiling?: bigint | undefined },
    key: string,
  ) {
    const expected = this.#model.post({ ...step, key });
    const { ceiling } = step;
    const answer = await this.#during((tx) =>
      given.ledger.post(tx, {
        tenantId: this.#tenantId,
        key,
        debit: this.#idOf(step.debit),
        credit: this.#idOf(step.credit),
        amount: step.amount,
        code: 8,
        effectiveAt: AT,
        postedAt: AT,
        forced: step.forced,
        ...(ceiling === undefined ? {} : { ceiling }),
      }),
    );
    agree(postedOf(answer), expected);
  }

  async #hold(step: { account: number; amount: bigint; forced: boolean }, key: string) {
    const expected = this.#model.hold(key, step.account, step.amount, step.forced);
    const answer = await this.#during((tx) =>
      given.ledger.placeHold(tx, {
        tenantId: this.#tenantId,
        key,
        account: this.#idOf(step.account),
        amount: step.amount,
        placedAt: AT,
        expiresAt: AT,
        forced: step.forced,
      }),
    );
    if (!answer.ok) return agree(answer.refusal, expected);
    const { id, replayed, balance } = answer.value;
    if (!replayed) this.#holds.push({ id, amount: step.amount });
    agree({ hold: this.#holds.findIndex((hold) => hold.id === id), replayed }, expected);
    return agree(balance.held, this.#model.accounts[step.account]?.held);
  }

  async #capture(which: number, step: { credit: number; forced: boolean }, final: bigint, key: string) {
    const hold = this.#model.holds[which];
    const posting = { key, debit: hold?.account ?? -1, credit: step.credit, amount: final, forced: step.forced };
    const expected = this.#model.post(posting, which);
    const answer = await this.#during((tx) =>
      given.ledger.captureHold(tx, {
        tenantId: this.#tenantId,
        key,
        hold: this.#holds[which]?.id ?? NOWHERE,
        amount: final,
        credit: this.#idOf(step.credit),
        code: 1,
        effectiveAt: AT,
        postedAt: AT,
        forced: step.forced,
      }),
    );
    agree(postedOf(answer), expected);
  }

  async #release(hold: number, share: bigint, because: 'voided' | 'expired') {
    const which = hold % (this.#holds.length + 1);
    const keep = ((this.#holds[which]?.amount ?? 100n) * share) / 100n;
    const expected = this.#model.release(which, keep);
    const answer = await this.#during((tx) =>
      given.ledger.releaseHold(tx, {
        tenantId: this.#tenantId,
        hold: this.#holds[which]?.id ?? NOWHERE,
        keep,
        at: AT,
        because,
      }),
    );
    agree(answer.ok ? { held: answer.value.held } : answer.refusal, expected);
  }
}

function agree(real: unknown, model: unknown) {
  expect(real).toEqual(model);
}

function postedOf(answer: LedgerResult<Posted>) {
  if (!answer.ok) return answer.refusal;
  const { debitBalance, creditBalance, debitSeq, creditSeq, replayed } = answer.value;
  return { debitBalance, creditBalance, debitSeq, creditSeq, replayed };
}

test(`agrees with the model over ${SEQUENCES} sequences, and verify finds nothing`, async () => {
  let tenants = 100;
  await given.asOwner("INSERT INTO tenant (id, name) SELECT n, 'Model' FROM generate_series(101, 5100) AS n");
  const property = fc.asyncProperty(fc.array(command, { maxLength: 30, size: 'max' }), async (steps) => {
    tenants += 1;
    const run = new Run(tenants);
    await run.start();
    for (const step of steps) await run.carryOut(step);
    await run.compare();
  });
  await fc.assert(property, { seed: SEED, numRuns: SEQUENCES });
  const report = await given.verify();
  expect(report.findings).toEqual([]);
  // The sequences reach what they are for.
  expect(report.counts.transfers).toBeGreaterThan(900n);
  expect(report.counts.holds).toBeGreaterThan(300n);
  expect(report.belowFloorCount).toBeGreaterThan(10);
}, 120_000);
