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
  it('opens once all that it needs is done, else the first one that is missing', () => {
    expect(stepToOpen(SHAPE, NOT_BEGUN, 'review')).toBe('card');
    expect(stepToOpen(SHAPE, begun, 'amount')).toBe('card');
    expect(stepToOpen(SHAPE, cardDone, 'review')).toBe('amount');
    expect(stepToOpen(SHAPE, bothDone, 'review')).toBe('review');
    expect(stepToOpen(SHAPE, bothDone, 'card')).toBe('card');
  });

  it('that is changed is not done any more; another one stays done', () => {
    const changed = typeIn(SHAPE, bothDone, 'amount', { amount: '13.50' });
    expect(stepToOpen(SHAPE, changed, 'review')).toBe('amount');
    expect(doneValues(changed)).toEqual({ card: CARD });
  });

  it('that is typed in without a change stays done', () => {
    expect(typeIn(SHAPE, bothDone, 'amount', { amount: '12.50' })).toBe(bothDone);
  });
});

describe('what only describes', () => {
  const named = { ...CARD, issuer: 'Wattle Bank' };

  it('does not tell two sets of values apart; every other field does', () => {
    expect(isEqual(SHAPE, { card: CARD }, { card: named })).toBe(true);
    expect(isSame(SHAPE, { card: CARD }, { card: named })).toBe(true);
    for (const field of ['number', 'code', 'name']) {
      expect(isEqual(SHAPE, { card: CARD }, { card: { ...named, [field]: 'other' } })).toBe(false);
      expect(isSame(SHAPE, { card: CARD }, { card: { ...named, [field]: 'other' } })).toBe(false);
    }
  });

  it('is kept when it alone is typed, and over a reload', () => {
    const typed = typeIn(SHAPE, cardDone, 'card', named);
    expect(afterReload(typed).steps['card']?.values).toEqual({ name: 'Amelia', issuer: 'Wattle Bank' });
  });
});

describe('a reload', () => {
  it('keeps what was typed, but no secret and no card number', () => {
    const { steps } = afterReload(begun);
    expect(steps).toEqual({ card: { values: { name: 'Amelia' }, isDone: false } });
  });

  it('leads back to the step whose secret is gone, and keeps the others done', () => {
    const state = afterReload(bothDone);
    expect(stepToOpen(SHAPE, state, 'review')).toBe('card');
    expect(doneValues(state)).toEqual({ amount: { amount: '12.50' } });
  });

  it('goes on where it was when the secret had been spent', () => {
    const spent = complete(bothDone, 'card', { name: 'Amelia', number: '', code: '' });
    expect(stepToOpen(SHAPE, afterReload(spent), 'review')).toBe('review');
  });

  it('keeps the receipt', () => {
    expect(afterReload({ ...NOT_BEGUN, receipt: 'R-1' }).receipt).toBe('R-1');
  });
});

describe('the word to retain', () => {
  const retained = retainCard(SHAPE, bothDone);

  it('keeps the number of the card alone, over a reload too', () => {
    const expected = { card: { values: { number: '9036000000000017' }, isDone: false } };
    expect(retained.steps).toEqual(expected);
    expect(afterReload(retained).steps).toEqual(expected);
  });

  it('is over with the next step that is done', () => {
    const again = complete(afterReload(retained), 'card', CARD);
    expect(JSON.stringify(storable(SHAPE, again))).not.toContain('9036');
  });
});

it('what is thrown away is not typed any more', () => {
  expect(throwAway(bothDone)).toEqual(NOT_BEGUN);
});

it('a copy of a tab starts at its first step with what was typed, and without the receipt', () => {
  const copy = copied<string>({ ...bothDone, receipt: 'R-1' });
  expect(stepToOpen(SHAPE, copy, 'review')).toBe('card');
  expect(copy.steps['amount']).toEqual({ values: { amount: '12.50' }, isDone: false });
  expect(copy.receipt).toBeNull();
});
