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
  it('opens once its prerequisites are done, otherwise redirects to the first missing one', () => {
    expect(stepToOpen(SHAPE, NOT_BEGUN, 'review')).toBe('card');
    expect(stepToOpen(SHAPE, begun, 'amount')).toBe('card');
    expect(stepToOpen(SHAPE, cardDone, 'review')).toBe('amount');
    expect(stepToOpen(SHAPE, bothDone, 'review')).toBe('review');
    expect(stepToOpen(SHAPE, bothDone, 'card')).toBe('card');
  });

  it('becomes incomplete when changed, without affecting others', () => {
    const changed = typeIn(SHAPE, bothDone, 'amount', { amount: '13.50' });
    expect(stepToOpen(SHAPE, changed, 'review')).toBe('amount');
    expect(doneValues(changed)).toEqual({ card: CARD });
  });

  it('stays complete when typed in without a change', () => {
    expect(typeIn(SHAPE, bothDone, 'amount', { amount: '12.50' })).toBe(bothDone);
  });
});

describe('a descriptive field', () => {
  const named = { ...CARD, issuer: 'Wattle Bank' };

  it('does not make two sets of values differ, unlike every other field', () => {
    expect(isEqual(SHAPE, { card: CARD }, { card: named })).toBe(true);
    expect(isSame(SHAPE, { card: CARD }, { card: named })).toBe(true);
    for (const field of ['number', 'code', 'name']) {
      expect(isEqual(SHAPE, { card: CARD }, { card: { ...named, [field]: 'other' } })).toBe(false);
      expect(isSame(SHAPE, { card: CARD }, { card: { ...named, [field]: 'other' } })).toBe(false);
    }
  });

  it('is kept when typed alone and across a reload', () => {
    const typed = typeIn(SHAPE, cardDone, 'card', named);
    expect(afterReload(typed).steps['card']?.values).toEqual({ name: 'Amelia', issuer: 'Wattle Bank' });
  });
});

describe('a reload', () => {
  it('keeps typed values but no secret and no card number', () => {
    const { steps } = afterReload(begun);
    expect(steps).toEqual({ card: { values: { name: 'Amelia' }, isDone: false } });
  });

  it('returns to the step whose secret is lost and keeps the others complete', () => {
    const state = afterReload(bothDone);
    expect(stepToOpen(SHAPE, state, 'review')).toBe('card');
    expect(doneValues(state)).toEqual({ amount: { amount: '12.50' } });
  });

  it('continues in place when the secret had been used', () => {
    const spent = complete(bothDone, 'card', { name: 'Amelia', number: '', code: '' });
    expect(stepToOpen(SHAPE, afterReload(spent), 'review')).toBe('review');
  });

  it('keeps the receipt', () => {
    expect(afterReload({ ...NOT_BEGUN, receipt: 'R-1' }).receipt).toBe('R-1');
  });
});

describe('the request to retain the card', () => {
  const retained = retainCard(SHAPE, bothDone);

  it('keeps only the card number, across a reload too', () => {
    const expected = { card: { values: { number: '9036000000000017' }, isDone: false } };
    expect(retained.steps).toEqual(expected);
    expect(afterReload(retained).steps).toEqual(expected);
  });

  it('ends with the next completed step', () => {
    const again = complete(afterReload(retained), 'card', CARD);
    expect(JSON.stringify(storable(SHAPE, again))).not.toContain('9036');
  });
});

it('clears typed values when discarded', () => {
  expect(throwAway(bothDone)).toEqual(NOT_BEGUN);
});

it('starts a duplicated tab at its first step with typed values and no receipt', () => {
  const copy = copied<string>({ ...bothDone, receipt: 'R-1' });
  expect(stepToOpen(SHAPE, copy, 'review')).toBe('card');
  expect(copy.steps['amount']).toEqual({ values: { amount: '12.50' }, isDone: false });
  expect(copy.receipt).toBeNull();
});
