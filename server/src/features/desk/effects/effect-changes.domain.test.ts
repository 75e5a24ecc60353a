import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreedOf, compareEffects } from './effect-changes.domain.ts';

const balance = { what: 'Account 1', before: '10.00', change: '5.00', after: '15.00' };
const card = { what: 'Card 1234', before: 'Active', change: 'closes', after: 'Closed' };

describe('an effect beside the one of the moment when it was asked for', () => {
  it('says of each line whether it is as it was, has changed, is new or is gone', () => {
    const moved = { ...balance, before: '8.00', after: '13.00' };
    const other = { what: 'Debt', before: '0.00', change: '2.00', after: '2.00' };
    expect(compareEffects([moved, other], [balance, card])).toEqual([
      { ...moved, since: 'changed', beforeAsked: '10.00', changeAsked: '5.00' },
      { ...other, since: 'new', beforeAsked: '', changeAsked: '' },
      {
        what: 'Card 1234',
        before: '',
        change: '',
        after: '',
        since: 'gone',
        beforeAsked: 'Active',
        changeAsked: 'closes',
      },
    ]);
  });

  it('says nothing of a request from before effects were kept', () => {
    expect(compareEffects([balance], null)).toEqual([{ ...balance, since: '', beforeAsked: '', changeAsked: '' }]);
  });

  const words = fc.constantFrom('a', 'b', 'c', '1.00', '2.00', '-3.50');
  const effect = fc.uniqueArray(fc.record({ what: words, before: words, change: words, after: words }), {
    selector: ({ what }) => what,
  });

  it('names every thing of both moments once, and the same moment as unchanged', () => {
    fc.assert(
      fc.property(effect, effect, (now, asked) => {
        const compared = compareEffects(now, asked);
        const all = new Set([...now, ...asked].map(({ what }) => what));
        expect(compared.map(({ what }) => what).toSorted()).toEqual([...all].toSorted());
        expect(compareEffects(now, now).every(({ since }) => since === '')).toBe(true);
      }),
    );
  });

  it('stays valid when a balance moves, and not when a change, a state or a line differs', () => {
    expect(agreedOf([{ ...balance, before: '9.00', after: '14.00' }, card])).toEqual(agreedOf([balance, card]));
    expect(agreedOf([{ ...balance, change: '6.00' }, card])).not.toEqual(agreedOf([balance, card]));
    expect(agreedOf([balance, { ...card, before: 'Restricted' }])).not.toEqual(agreedOf([balance, card]));
    expect(agreedOf([balance])).not.toEqual(agreedOf([balance, card]));
  });
});
