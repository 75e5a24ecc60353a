import { expect, test } from 'vitest';
import { DAY_FIRST, dateIn, dateOfParts, dayOf, monthOf, partsOfDate, typePart, YEAR_FIRST } from './typed-date.ts';

const NOTHING = { day: '', month: '', year: '' };

test.each([
  ['1 February 2027', '2027-02-01'],
  ['Monday, 1st Feb 2027', '2027-02-01'],
  ['February 1, 2027', '2027-02-01'],
  ['01/02/2027', '2027-02-01'],
  ['1.2.2027', '2027-02-01'],
  ['1‑2‑2027', '2027-02-01'],
  ['2027-02-01', '2027-02-01'],
  ['2027/2/1', '2027-02-01'],
  ['2027年2月1日', '2027-02-01'],
  ['2027年2月1日 星期一', '2027-02-01'],
  ['０１／０２／２０２７', '2027-02-01'],
  ['٠١/٠٢/٢٠٢٧', '2027-02-01'],
  ['\u202a01/02/2027\u202c', '2027-02-01'],
  ['01022027', '2027-02-01'],
  ['20270201', '2027-02-01'],
  ['29 Feb 2028', '2028-02-29'],
])('finds in the pasted “%s” the day %s', (pasted, day) => {
  for (const order of [DAY_FIRST, YEAR_FIRST]) {
    const parts = dateIn(pasted, order);
    expect(parts && dayOf(dateOfParts(parts))).toBe(day);
  }
});

test('reads eight digits in the order of the language where both orders name a day', () => {
  expect(dateIn('20102012', DAY_FIRST)).toEqual({ day: '20', month: '10', year: '2012' });
  expect(dateIn('20102012', YEAR_FIRST)).toEqual({ day: '20', month: '10', year: '2012' });
  expect(dateIn('10111213', DAY_FIRST)).toEqual({ day: '10', month: '11', year: '1213' });
  expect(dateIn('10111213', YEAR_FIRST)).toEqual({ year: '1011', month: '12', day: '13' });
});

test.each(['', 'soon', '12', '2027', '1/2', '1 2 3 4', 'Feb March 2027 1', '99999999', '😀'])(
  'finds no date in “%s”',
  (pasted) => expect(dateIn(pasted)).toBeNull(),
);

test('leaves a day that the calendar lacks to the check, and reads no month first', () => {
  for (const pasted of ['31/02/2027', '02/25/2027', '30 Feb 2027']) {
    const parts = dateIn(pasted);
    expect(parts).not.toBeNull();
    expect(parts && dayOf(dateOfParts(parts))).toBeNull();
  }
});

test.each([
  ['2027-02-01', '2027-02-01'],
  ['1/2/2027', '2027-02-01'],
  ['01/02/2027', '2027-02-01'],
  ['29/2/2027', null],
  ['1/2/27', null],
  ['1/2/', null],
  ['1//2027', null],
  ['', null],
])('the typed “%s” is the day %s', (written, day) => expect(dayOf(written)).toBe(day));

test('keeps half of a date, and is empty without any part', () => {
  expect(dateOfParts({ ...NOTHING, month: '2' })).toBe('/2/');
  expect(partsOfDate('/2/')).toEqual({ ...NOTHING, month: '2' });
  expect(dateOfParts(NOTHING)).toBe('');
});

test('knows months by their names', () => {
  expect(monthOf('September')).toBe('9');
  expect(monthOf('sept')).toBe('9');
  expect(monthOf('二月', ['一月', '二月'])).toBe('2');
  expect(monthOf('ma')).toBeUndefined();
});

/** Types keys one by one, in the part that is led to. */
function type(keys: string, order = DAY_FIRST, start = NOTHING) {
  let state: ReturnType<typeof typePart> = { parts: start, next: order[0] ?? 'day' };
  for (const key of keys) state = typePart(state.parts, state.next, state.parts[state.next] + key, order);
  return state.parts;
}

test('[11-a] typing goes on from part to part, in the order of the language', () => {
  expect(type('01022027')).toEqual({ day: '01', month: '02', year: '2027' });
  expect(type('1/2/2027')).toEqual({ day: '1', month: '2', year: '2027' });
  expect(type('1 Feb 2027')).toEqual({ day: '1', month: 'Feb', year: '2027' });
  expect(type('20270201', YEAR_FIRST)).toEqual({ day: '01', month: '02', year: '2027' });
  expect(type('2027年2月1日', YEAR_FIRST)).toEqual({ day: '1', month: '2', year: '2027' });
});

test('keeps a month that is typed by its Chinese name', () => {
  expect(typePart(NOTHING, 'month', '三月', YEAR_FIRST)).toEqual({
    parts: { ...NOTHING, month: '三月' },
    next: 'month',
  });
});

test('changes no part that is filled, and keeps a digit too many in sight', () => {
  const full = { day: '01', month: '02', year: '2027' };
  expect(typePart(full, 'day', '015', DAY_FIRST)).toEqual({ parts: { ...full, day: '015' }, next: 'day' });
  expect(typePart(full, 'year', '20278', DAY_FIRST)).toEqual({ parts: { ...full, year: '20278' }, next: 'year' });
});
