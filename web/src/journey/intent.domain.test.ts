import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { begin, doubtsOf, isInDoubt, meaningOf, notSent, settle, settleByHand } from './intent.domain.ts';
import {
  complete,
  copied,
  doneValues,
  type JourneyState,
  NOT_BEGUN,
  reloaded,
  type Shape,
  storable,
  throwAway,
  typeIn,
} from './journey.domain.ts';

type State = JourneyState<string>;

const SHAPE: Shape = {
  form: { fields: { amount: 'kept', voucher: 'secret', payee: 'shown' } },
  review: { fields: {}, needs: ['form'] },
};

const LOST = { failure: { code: '99999', status: 0 } };
const REFUSED = { failure: { code: '20240', status: 400, field: 'Amount' } };
const TOO_MANY = { failure: { code: '429', status: 429 } };

const filled = (amount: string, before: State = NOT_BEGUN) => complete(before, 'form', { amount, voucher: '' });
const begun = (state: State, key: string): State => {
  const next = begin(SHAPE, state, key);
  if (!next) throw new Error('Something is being sent');
  return next;
};
const stored = (state: State) => reloaded(JSON.parse(JSON.stringify(storable(SHAPE, state))) as State);

describe('a payment intent', () => {
  it('is sent once at a time', () => {
    expect(begin(SHAPE, begun(filled('1'), 'k-1'), 'k-2')).toBeNull();
  });

  it('without a response is in doubt and keeps its key', () => {
    const lost = settle(begun(filled('1'), 'k-1'), 'k-1', LOST);
    expect(isInDoubt(SHAPE, lost)).toBe(true);
    expect(begun(lost, 'k-2').intent?.key).toBe('k-1');
  });

  it('without a response keeps its key when the name of its payee becomes known', () => {
    const lost = settle(begun(filled('1'), 'k-1'), 'k-1', LOST);
    const named = complete(lost, 'form', { amount: '1', voucher: '', payee: 'City Water' });
    expect(isInDoubt(SHAPE, named)).toBe(true);
    expect(begun(named, 'k-2').intent?.key).toBe('k-1');
    expect(begun(named, 'k-2').open).toHaveLength(1);
  });

  it('that was interrupted by a reload is in doubt and keeps its key', () => {
    const cut = stored(begun(filled('1'), 'k-1'));
    expect(isInDoubt(SHAPE, cut)).toBe(true);
    expect(begun(cut, 'k-2').intent?.key).toBe('k-1');
  });

  it('in doubt keeps its key when the form, another payment or a discarded draft follows', () => {
    const lost = settle(begun(filled('1'), 'k-1'), 'k-1', LOST);
    const other = settle(begun(filled('2', typeIn(SHAPE, lost, 'form', { amount: '2' })), 'k-2'), 'k-2', {
      receipt: 'R-2',
    });
    expect(other.receipt).toBe('R-2');
    const again = filled('1', throwAway(other));
    expect(isInDoubt(SHAPE, again)).toBe(true);
    expect(begun(again, 'k-3').intent?.key).toBe('k-1');
    expect(isInDoubt(SHAPE, begun(again, 'k-3')), 'while it is sent again').toBe(true);
    expect(isInDoubt(SHAPE, begun(filled('3', again), 'k-4')), 'another one').toBe(false);
  });

  it('without a code is distinguished, after a reload, from one whose code was dropped', () => {
    const withCode = settle(
      begun(complete(NOT_BEGUN, 'form', { amount: '1', voucher: 'ABC123' }) as State, 'k-1'),
      'k-1',
      LOST,
    );
    const both = stored(settle(begun(filled('1', withCode), 'k-2'), 'k-2', LOST));
    expect(begun(filled('1', both), 'k-3').intent?.key).toBe('k-2');
  });

  it('that was refused gets a new key', () => {
    const refused = settle(begun(filled('1'), 'k-1'), 'k-1', REFUSED);
    expect(refused.intent).toMatchObject({ status: 'refused', failure: REFUSED.failure });
    expect(begun(refused, 'k-2').intent?.key).toBe('k-2');
  });

  it('that succeeded leaves its receipt and an empty form, and a repetition gets a new key', () => {
    const paid = settle(begun(filled('1'), 'k-1'), 'k-1', { receipt: 'R-1' });
    expect(paid).toEqual({ ...NOT_BEGUN, receipt: 'R-1' });
    expect(begun(filled('1', paid), 'k-2').intent?.key).toBe('k-2');
  });

  it('that met too many requests is not in doubt, unless an earlier attempt is', () => {
    const once = settle(begun(filled('1'), 'k-1'), 'k-1', TOO_MANY);
    expect(once.intent).toMatchObject({ status: 'ready', failure: TOO_MANY.failure });
    expect(isInDoubt(SHAPE, once)).toBe(false);
    const lost = settle(begun(filled('1'), 'k-1'), 'k-1', LOST);
    expect(isInDoubt(SHAPE, settle(begun(lost, 'k-2'), 'k-1', TOO_MANY))).toBe(true);
  });

  it('on an offline device is not sent and not in doubt', () => {
    const unsent = notSent(SHAPE, filled('1'), 'k-1');
    expect(unsent.intent).toMatchObject({ status: 'ready', failure: { code: 'offline' } });
    expect(doubtsOf(unsent)).toEqual([]);
  });

  it('with a response after it was discarded is settled, and does not affect the new draft', () => {
    const left = typeIn(SHAPE, throwAway(begun(filled('1'), 'k-1')), 'form', { amount: '5' });
    expect(doubtsOf(left)).toHaveLength(1);
    const settled = settle(left, 'k-1', { receipt: 'R-1' });
    expect(settled.steps['form']?.values).toEqual({ amount: '5' });
    expect(doubtsOf(settled)).toEqual([]);
  });

  it('in doubt gets a new key once the user has checked', () => {
    const lost = settle(begun(filled('1'), 'k-1'), 'k-1', LOST);
    expect(begun(settleByHand(lost, 'k-1'), 'k-2').intent?.key).toBe('k-2');
  });
});

describe('a failed attempt', () => {
  it.each([
    [0, 'unknown'],
    [200, 'unknown'],
    [400, 'refused'],
    [401, 'trouble'],
    [403, 'trouble'],
    [404, 'refused'],
    [409, 'refused'],
    [429, 'trouble'],
    [500, 'unknown'],
    [503, 'unknown'],
  ])('with status %i at first is: %s', (status, expected) => {
    expect(meaningOf({ status }, false)).toBe(expected);
  });

  it.each([
    [0, 'unknown'],
    [400, 'refused'],
    [403, 'unknown'],
    [404, 'refused'],
    [409, 'unknown'],
    [429, 'unknown'],
    [503, 'unknown'],
  ])('with status %i after an attempt without a response is: %s', (status, expected) => {
    expect(meaningOf({ status }, true)).toBe(expected);
  });
});

type Action =
  | { readonly kind: 'type'; readonly amount: string; readonly voucher: string }
  | { readonly kind: 'next' | 'press' | 'reload' | 'duplicate' | 'throwAway' | 'look' }
  | { readonly kind: 'answer'; readonly how: 'paid' | 'refused' | 'tooMany' | 'lost' };

const FAILURES = { refused: REFUSED, tooMany: TOO_MANY, lost: LOST };
const SECRET = 'V-5-E-C-R-E-T';
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('type' as const),
      amount: fc.constantFrom('1', '2'),
      voucher: fc.constantFrom('', '', '', `${SECRET}-1`, `${SECRET}-2`),
    }),
  },
  { weight: 6, arbitrary: fc.constantFrom<Action>({ kind: 'next' }, { kind: 'press' }, { kind: 'press' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Action>(
      { kind: 'reload' },
      { kind: 'duplicate' },
      { kind: 'throwAway' },
      { kind: 'look' },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      how: fc.constantFrom('paid' as const, 'refused' as const, 'tooMany' as const, 'lost' as const),
    }),
  },
);

/** Random events in a tab and its copies. Records, by amount, what was sent without a decision. */
function drive(actions: readonly Action[]): void {
  let state: State = NOT_BEGUN;
  let keys = 0;
  /** Key in flight whose response still reaches this page. */
  let underWay: string | null = null;
  const unanswered = new Map<string, string>();
  const amountOf = new Map<string, string>();
  const judged = new Set<string>();
  const meaning = (values: State) => JSON.stringify(doneValues(values)['form']?.['amount']);

  const press = () => {
    if (doneValues(state)['form'] === undefined) return;
    keys += 1;
    const next = begin(SHAPE, state, `k-${keys}`);
    if (!next?.intent) return;
    const { key } = next.intent;
    const amount = meaning(state);
    // Another voucher makes another intent: only without one are two attempts certainly the same.
    if (doneValues(state)['form']?.['voucher'] === '') {
      const open = unanswered.get(amount);
      if (open !== undefined) expect(key).toBe(open);
      unanswered.set(amount, key);
    }
    expect(judged.has(key), 'a key that was judged').toBe(false);
    expect(amountOf.get(key) ?? amount, 'what a key stands for').toBe(amount);
    amountOf.set(key, amount);
    underWay = key;
    state = next;
  };

  const answer = (how: Extract<Action, { kind: 'answer' }>['how']) => {
    if (underWay === null) return;
    const key = underWay;
    underWay = null;
    const wasInDoubt = state.open.find((each) => each.key === key)?.isInDoubt ?? false;
    state = settle(state, key, how === 'paid' ? { receipt: key } : FAILURES[how]);
    if (how === 'paid' || how === 'refused') judged.add(key);
    if (how !== 'lost' && !(how === 'tooMany' && wasInDoubt)) {
      for (const [amount, open] of unanswered) if (open === key) unanswered.delete(amount);
    }
  };

  for (const each of actions) {
    const form = state.steps['form']?.values;
    if (each.kind === 'type') state = typeIn(SHAPE, state, 'form', { amount: each.amount, voucher: each.voucher });
    if (each.kind === 'next' && form?.['voucher'] !== undefined) state = complete(state, 'form', form);
    if (each.kind === 'press') press();
    if (each.kind === 'answer') answer(each.how);
    if (each.kind === 'throwAway') state = throwAway(state);
    if (each.kind === 'reload' || each.kind === 'duplicate') {
      underWay = null;
      state = stored(state);
      if (each.kind === 'duplicate') state = copied(state);
    }
    if (each.kind === 'look') {
      const [doubt] = doubtsOf(state);
      if (doubt) {
        state = settleByHand(state, doubt.key);
        for (const [amount, open] of unanswered) if (open === doubt.key) unanswered.delete(amount);
      }
    }
    expect(JSON.stringify(storable(SHAPE, state))).not.toContain(SECRET);
  }
}

it('an intent without an outcome has one key after any presses, reloads, copies, discards and responses', () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 20, maxLength: 80, size: 'max' }), (actions) => drive(actions)),
    { numRuns: 300 },
  );
});
