import { describe, expect, it } from 'vitest';
import {
  complete,
  copied,
  doneValues,
  isEqual,
  isSame,
  type JourneyState,
  NOT_BEGUN,
  reloaded,
  retainCard,
  type Shape,
  stepToOpen,
  storable,
  throwAway,
  typeIn,
} from './journey.domain.ts';

const SHAPE: Shape = {
  card: { fields: { number: 'retained', code: 'secret', name: 'kept', issuer: 'shown' } },
  amount: { fields: { amount: 'kept' }, needs: ['card'] },
  review: { fields: {}, needs: ['card', 'amount'] },
};

const CARD = { number: '9036000000000017', code: '246810', name: 'Amelia' };

const begun = typeIn<string>(SHAPE, NOT_BEGUN, 'card', CARD);
const cardDone = complete(begun, 'card', CARD);
const bothDone = complete(cardDone, 'amount', { amount: '12.50' });

/** State after a reload. */
const afterReload = (state: JourneyState<string>) =>
  reloaded(JSON.parse(JSON.stringify(storable(SHAPE, state))) as JourneyState<string>);

describe('a step', () => {
  it('opens when all its requirements are done, otherwise the first missing step opens', () => {
    expect(stepToOpen(SHAPE, NOT_BEGUN, 'review')).toBe('card');
    expect(stepToOpen(SHAPE, begun, 'amount')).toBe('card');
    expect(stepToOpen(SHAPE, cardDone, 'review')).toBe('amount');
    expect(stepToOpen(SHAPE, bothDone, 'review')).toBe('review');
    expect(stepToOpen(SHAPE, bothDone, 'card')).toBe('card');
  });

  it('becomes incomplete when it is changed, and other steps stay complete', () => {
    const changed = typeIn(SHAPE, bothDone, 'amount', { amount: '13.50' });
    expect(stepToOpen(SHAPE, changed, 'review')).toBe('amount');
    expect(doneValues(changed)).toEqual({ card: CARD });
  });

  it('stays complete when it is typed without a change', () => {
    expect(typeIn(SHAPE, bothDone, 'amount', { amount: '12.50' })).toBe(bothDone);
  });
});

describe('a descriptive field', () => {
  const named = { ...CARD, issuer: 'Wattle Bank' };

  it('does not distinguish two sets of values, unlike every other field', () => {
    expect(isEqual(SHAPE, { card: CARD }, { card: named })).toBe(true);
    expect(isSame(SHAPE, { card: CARD }, { card: named })).toBe(true);
    for (const field of ['number', 'code', 'name']) {
      expect(isEqual(SHAPE, { card: CARD }, { card: { ...named, [field]: 'other' } })).toBe(false);
      expect(isSame(SHAPE, { card: CARD }, { card: { ...named, [field]: 'other' } })).toBe(false);
    }
  });

  it('is kept when only it is typed, and after a reload', () => {
    const typed = typeIn(SHAPE, cardDone, 'card', named);
    expect(afterReload(typed).steps['card']?.values).toEqual({ name: 'Amelia', issuer: 'Wattle Bank' });
  });
});

describe('the checked body of a call', () => {
  const PAYMENT: Shape = { form: { fields: { amount: 'kept', body: 'body' } } };
  const agreed = (Amount: number) => ({ form: { amount: '12.50', body: { Amount, PayeeId: null } } });

  it('is the object that was checked, also after a reload', () => {
    const { form } = agreed(12.5);
    const state = complete<string>(NOT_BEGUN, 'form', form);
    const stored = reloaded(JSON.parse(JSON.stringify(storable(PAYMENT, state))) as JourneyState<string>);
    expect(doneValues(stored)).toEqual({ form });
  });

  it('is the same intent as an equal one, and another intent than any other', () => {
    expect(isSame(PAYMENT, agreed(12.5), agreed(12.5))).toBe(true);
    expect(isEqual(PAYMENT, agreed(12.5), agreed(12.5))).toBe(true);
    expect(isSame(PAYMENT, agreed(12.5), agreed(13))).toBe(false);
    expect(isEqual(PAYMENT, agreed(12.5), agreed(13))).toBe(false);
  });

  it('is dropped by what is typed after it', () => {
    const typed = typeIn(PAYMENT, complete<string>(NOT_BEGUN, 'form', agreed(12.5).form), 'form', { amount: '13' });
    expect(doneValues(typed)).toEqual({});
    expect(typed.steps['form']?.values).toEqual({ amount: '13' });
  });
});

describe('a reload', () => {
  it('keeps typed values except secrets and card numbers', () => {
    const { steps } = afterReload(begun);
    expect(steps).toEqual({ card: { values: { name: 'Amelia' }, isDone: false } });
  });

  it('returns to the step whose secret is lost, and keeps the others complete', () => {
    const state = afterReload(bothDone);
    expect(stepToOpen(SHAPE, state, 'review')).toBe('card');
    expect(doneValues(state)).toEqual({ amount: { amount: '12.50' } });
  });

  it('continues at the same step if the secret was used', () => {
    const spent = complete(bothDone, 'card', { name: 'Amelia', number: '', code: '' });
    expect(stepToOpen(SHAPE, afterReload(spent), 'review')).toBe('review');
  });

  it('keeps the receipt', () => {
    expect(afterReload({ ...NOT_BEGUN, receipt: 'R-1' }).receipt).toBe('R-1');
  });
});

describe('the retained card number', () => {
  const retained = retainCard(SHAPE, bothDone);

  it('is kept on its own, also after a reload', () => {
    const expected = { card: { values: { number: '9036000000000017' }, isDone: false } };
    expect(retained.steps).toEqual(expected);
    expect(afterReload(retained).steps).toEqual(expected);
  });

  it('is dropped with the next completed step', () => {
    const again = complete(afterReload(retained), 'card', CARD);
    expect(JSON.stringify(storable(SHAPE, again))).not.toContain('9036');
  });
});

it('discarded values are no longer present', () => {
  expect(throwAway(bothDone)).toEqual(NOT_BEGUN);
});

it('a duplicated tab starts at the first step with the typed values and without the receipt', () => {
  const copy = copied<string>({ ...bothDone, receipt: 'R-1' });
  expect(stepToOpen(SHAPE, copy, 'review')).toBe('card');
  expect(copy.steps['amount']).toEqual({ values: { amount: '12.50' }, isDone: false });
  expect(copy.receipt).toBeNull();
});
