import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  leftField,
  type Failed,
  type FormState,
  isUnknown,
  openForm,
  rechecked,
  type Refusal,
  refusalOf,
  settled,
  submitted,
  typed,
  typedTwice,
  wordsOf,
} from './form.domain.ts';

type Name = 'card' | 'code';

const NAMES = ['card', 'code'] as const;
const SECRETS = { secrets: ['code'], pins: [] } as const;
const PINS = { secrets: ['code'], pins: ['code'] } as const;
const EMPTY = openForm<Name>({ card: '', code: '' });

const filled = typed(typed(EMPTY, 'card', '9036'), 'code', '246810');
const refused = (over: Partial<Refusal<Name>> = {}): Failed<Name> => ({
  refusal: { code: '10000', fields: ['card', 'code'], isTrouble: false, ...over },
});

describe('a submit', () => {
  it('starts once while another is in flight', () => {
    const begun = submitted(filled);
    expect(begun?.isBusy).toBe(true);
    expect(begun && submitted(begun)).toBeNull();
  });

  it('that was refused keeps what was typed, secrets too', () => {
    const back = settled(filled, refused(), SECRETS);
    expect(back.values).toEqual({ card: '9036', code: '246810' });
    expect(back).toMatchObject({ isBusy: false, attempt: 1, refusal: { code: '10000' } });
    expect(settled(filled, { problems: { code: 'passwordInvalid' } }, SECRETS).values).toEqual(filled.values);
  });

  it('that was refused because of a PIN clears it, and because of another field keeps it', () => {
    expect(settled(filled, refused(), PINS).values).toEqual({ card: '9036', code: '' });
    expect(settled(filled, { problems: { code: 'required' } }, PINS).values).toEqual({ card: '9036', code: '' });
    expect(settled(filled, { problems: { card: 'required' } }, PINS).values).toEqual(filled.values);
  });

  it('that failed keeps the secrets, so that it can be repeated', () => {
    expect(settled(filled, refused({ fields: [], isTrouble: true }), PINS).values).toEqual(filled.values);
  });

  it('that waits for confirmation keeps the secrets', () => {
    expect(settled(filled, 'paused', SECRETS)).toEqual(filled);
  });

  it('that succeeded clears the secrets and all problems', () => {
    const wrong = settled(filled, refused(), SECRETS);
    const done = settled(typed(wrong, 'code', '135246'), null, SECRETS);
    expect(done).toEqual({
      values: { card: '9036', code: '' },
      problems: {},
      noticed: {},
      refusal: null,
      isBusy: false,
      attempt: 1,
    });
  });
});

describe('typing', () => {
  it('checks again only the fields that had failed', () => {
    const wrong = settled(filled, { problems: { card: 'cardNumberInvalid' } }, SECRETS);
    const next = typed(wrong, 'card', '90360');
    const again = rechecked(next, next.values, { card: 'cardNumberInvalid', code: 'required' });
    expect(again.problems).toEqual({ card: 'cardNumberInvalid' });
    expect(rechecked(again, again.values, { code: 'required' }).problems).toEqual({});
  });

  it('drops results for values that have changed since', () => {
    const wrong = settled(filled, { problems: { card: 'cardNumberInvalid' } }, SECRETS);
    const first = typed(wrong, 'card', '90360');
    const second = typed(first, 'card', '903600');
    expect(rechecked(second, first.values, {})).toBe(second);
  });

  it('clears a refusal of two fields at the first change of either', () => {
    expect(typed(settled(filled, refused(), SECRETS), 'code', '1').refusal).toBeNull();
  });

  it('keeps a refusal of one field until that field is changed', () => {
    const back = settled(filled, refused({ fields: ['card'] }), SECRETS);
    expect(typed(back, 'code', '1').refusal).not.toBeNull();
    expect(typed(back, 'card', '9036').refusal).not.toBeNull();
    expect(typed(back, 'card', '90361').refusal).toBeNull();
  });

  it('marks a list on leaving, until it is changed, and no other field', () => {
    const left = leftField(filled, 'card', { card: 'required', code: 'required' });
    expect(left.noticed).toEqual({ card: 'required' });
    expect(left.attempt).toBe(0);
    expect(typed(left, 'code', '1').noticed).toEqual({ card: 'required' });
    expect(typed(left, 'card', '1').noticed).toEqual({});
    expect(leftField(left, 'card', { code: 'required' }).noticed).toEqual({});
  });

  it('clears two codes that differ, and says at both why until each is typed anew', () => {
    const unmatched = { card: 'tryAgainPinText', code: 'tryAgainPinText' };
    const back = typedTwice(filled, ['card', 'code'], unmatched);
    expect(back).toMatchObject({ values: { card: '', code: '' }, problems: {}, noticed: unmatched, attempt: 0 });
    expect(typed(back, 'card', '4').noticed).toEqual({ code: 'tryAgainPinText' });
    expect(typedTwice(filled, ['card', 'code'], {})).toEqual(filled);
    const wrong = settled(filled, { problems: { code: 'required' } }, SECRETS);
    expect(typedTwice(wrong, ['card', 'code'], unmatched)).toMatchObject({ problems: unmatched, noticed: {} });
  });

  it('clears a failure', () => {
    expect(typed(settled(filled, refused({ fields: [], isTrouble: true }), SECRETS), 'card', '1').refusal).toBeNull();
  });
});

describe('problem messages', () => {
  const wording = {
    problem: (name: Name, key: string) => `${name} ${key}`,
    refusal: ({ code }: Refusal<Name>) => `refused ${code}`,
    idOf: (name: Name) => `the-${name}`,
  };
  const words = (form: FormState<Name>) => wordsOf(form, NAMES, wording);

  it('are equal in the summary and at the field, in the order of the form', () => {
    const { lines, mark } = words({ ...EMPTY, problems: { code: 'required', card: 'cardNumberInvalid' } });
    expect(lines).toEqual([
      { fieldId: 'the-card', text: 'card cardNumberInvalid' },
      { fieldId: 'the-code', text: 'code required' },
    ]);
    expect(mark('card')).toEqual({ error: 'card cardNumberInvalid' });
    expect(mark('code')).toEqual({ error: 'code required' });
  });

  it('that two fields share are shown at both and listed once', () => {
    const shared = { ...wording, problem: (_: Name, key: string) => key };
    const { lines, mark } = wordsOf(
      { ...EMPTY, problems: { card: 'passwordUnmatched', code: 'passwordUnmatched' } },
      NAMES,
      shared,
    );
    expect(lines).toEqual([{ fieldId: 'the-card', text: 'passwordUnmatched' }]);
    expect(mark('card')).toEqual({ error: 'passwordUnmatched' });
    expect(mark('code')).toEqual({ error: 'passwordUnmatched' });
  });

  it('are shown only at fields with a problem', () => {
    expect(words({ ...EMPTY, problems: { code: 'required' } }).mark('card')).toEqual({});
  });

  it('of a refusal are shown once, at the first of its fields, and mark all of them', () => {
    const { lines, mark } = words(settled(filled, refused(), SECRETS));
    expect(lines).toEqual([{ fieldId: 'the-card', text: 'refused 10000' }]);
    expect(mark('card')).toEqual({ error: 'refused 10000' });
    expect(mark('code')).toEqual({ wrongWith: 'the-card' });
  });

  it('of a refusal about no field are shown in the summary only', () => {
    const { lines, mark } = words(settled(filled, refused({ fields: [] }), SECRETS));
    expect(lines).toEqual([{ text: 'refused 10000' }]);
    expect(mark('card')).toEqual({});
  });
});

describe('a failed call', () => {
  it.each([
    [0, true, 'noAnswer'],
    [0, false, 'offline'],
    [429, true, '429'],
    [502, true, '503'],
    [503, true, '503'],
    [504, true, '503'],
  ])('with status %i (online: %s) is a failure without a field, described by %s', (status, isOnline, code) => {
    expect(refusalOf<Name>({ code: '99999', status }, ['card'], isOnline)).toEqual({
      code,
      fields: [],
      isTrouble: true,
    });
  });

  it.each([
    [undefined, '429'],
    [1, '429'],
    [90, '429'],
    [91, 'inAnHour'],
    [3_600, 'inAnHour'],
    [3_601, 'tomorrow'],
  ])('that came too often may be made again after %s seconds, described by %s', (retryAfter, code) => {
    const failure = { code: '429', status: 429, ...(retryAfter !== undefined && { retryAfter }) };
    expect(refusalOf<Name>(failure, ['card'], true)).toEqual({ code, fields: [], isTrouble: true });
  });

  it.each([
    [0, true],
    [500, true],
    [502, true],
    [504, true],
    [400, false],
    [404, false],
    [409, false],
    [429, false],
  ])('with status %i leaves the outcome unknown: %s', (status, unknown) => {
    expect(isUnknown(status)).toBe(unknown);
  });

  it.each([400, 401, 403, 404, 409, 500])('with status %i is a refusal by its code', (status) => {
    expect(refusalOf<Name>({ code: '20040', status }, ['card'], true)).toEqual({
      code: '20040',
      fields: ['card'],
      isTrouble: false,
    });
  });
});

type Event =
  | { readonly kind: 'type'; readonly name: Name; readonly value: string }
  | { readonly kind: 'submit' }
  | { readonly kind: 'end'; readonly failed: Failed<Name> | null };

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    kind: fc.constant('type' as const),
    name: fc.constantFrom(...NAMES),
    value: fc.string({ minLength: 1, maxLength: 4 }),
  }),
  fc.constant({ kind: 'submit' as const }),
  fc.record({
    kind: fc.constant('end' as const),
    failed: fc.constantFrom<Failed<Name> | null>(
      null,
      refused(),
      refused({ fields: ['card'] }),
      refused({ fields: [], isTrouble: true }),
      { problems: { card: 'required' } },
    ),
  }),
);

it('any order of events sends once at a time, and clears a PIN after a submit that was done or came back for it', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40, size: 'max' }), (events) => {
      let form: FormState<Name> = EMPTY;
      let underWay = 0;
      for (const each of events) {
        if (each.kind === 'type') form = typed(form, each.name, each.value);
        if (each.kind === 'submit') {
          const begun = submitted(form);
          if (begun) underWay += 1;
          form = begun ?? form;
        }
        if (each.kind === 'end' && underWay > 0) {
          const { card, code } = form.values;
          form = settled(form, each.failed, PINS);
          underWay -= 1;
          expect(form.values.card).toBe(card);
          expect(form.values.code === '' || form.values.code === code).toBe(true);
          if (each.failed === null || form.refusal?.fields.includes('code')) expect(form.values.code).toBe('');
        }
        expect(underWay).toBeLessThanOrEqual(1);
        expect(form.isBusy).toBe(underWay === 1);
      }
    }),
  );
});
