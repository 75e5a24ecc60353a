import { describe, expect, it } from 'vitest';
import type { AnyOperation } from './operation.ts';
import { answerText } from './rules/typed-text.ts';
import { type StringField, stringFieldsOf } from './test-support/string-fields.ts';
import { GROUPINGS, TYPED_CLASSES } from './test-support/typed-classes.ts';

const modules = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./**/*.test.ts', '!./test-support/**'], {
  eager: true,
});

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'path' in value && 'encoding' in value && 'response' in value;

const OPERATIONS = new Map(
  Object.values(modules)
    .flatMap((module) => Object.values(module).filter(isOperation))
    .map((operation) => [operation.name, operation]),
);

const nameOf = ({ call, part, path }: StringField) => `${call} ${part}.${path.join('.')}`;

/** Calls of the card network and gateway, whose messages programs send: they are taken or refused as they are. */
const isOfMachines = ({ call }: StringField) =>
  ['authorise', 'advise', 'clear', 'reverse', 'refund', 'gatewayNotice'].some((name) =>
    call.toLowerCase().includes(name.toLowerCase()),
  );

/** Fields that no person types: what the server or the browser has written comes back unchanged. */
const WRITTEN_BY_PROGRAMS =
  /\.(tenantId|brandId|grant_type|uuid|deviceId|deviceuuid|registrationId|token|Token|\w+Token|refresh_token|credential\b.*|rawId|id|Id|\w+Id|sid|Sid|maskedCard|MaskedCardNumber|ExpirationDate|expiryDate|\w*Date|receiptNumber|letterReference|kind|some|month|page|pageSize|\w+Hash|language|Language|age|after|before|upTo|asOf|skip|take|number)$/i;

const FIELDS = [...OPERATIONS.values()]
  .flatMap(stringFieldsOf)
  .filter((field) => !isOfMachines(field))
  .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'));

const TYPED = FIELDS.filter((field) => !WRITTEN_BY_PROGRAMS.test(nameOf(field)));

/** Secrets are hashed and never kept, so what is in them stays. */
const SECRET = /password$/i;

/** The text that a field makes of another, a number as its digits; undefined: it refuses it. */
const outputOf = ({ schema }: StringField, text: string): string | undefined => {
  const parsed = schema.safeParse(text);
  if (!parsed.success || (typeof parsed.data !== 'string' && typeof parsed.data !== 'number')) return undefined;
  return String(parsed.data);
};

it('finds the fields of every call', () => {
  expect(OPERATIONS.size).toBeGreaterThan(150);
  expect(FIELDS.length).toBeGreaterThan(200);
  expect(TYPED.map(nameOf)).toContain('updateAccessDetails body.Mobile');
});

describe.each(TYPED.map((field) => [nameOf(field), field] as const))('%s', (_, field) => {
  it.each(Object.entries(TYPED_CLASSES))('takes %s folded, or refuses it', (_class, text) => {
    const kept = outputOf(field, text);
    if (kept === undefined || SECRET.test(nameOf(field))) return;
    expect(kept).toBe(kept.normalize('NFC'));
    // Neither what PostgreSQL refuses nor what nobody sees.
    expect(kept.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    expect(kept).not.toMatch(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\u3164\ufeff]/);
    expect(kept).toBe(kept.trim());
    // No letter or digit is cut.
    expect(answerText(kept)).toBe(answerText(text));
  });
});

const SAMPLES = [
  '9036000000000017',
  '10000000181',
  '0400000001',
  '123456782',
  '200100017',
  '062000',
  '246810',
  '4826',
  '70707',
];

/** Fields of digits alone, each with a number that it takes. */
const NUMBERS = TYPED.flatMap((field) => {
  const sample = SAMPLES.find((digits) => outputOf(field, digits) !== undefined);
  const takesText = outputOf(field, 'Ann Lee') !== undefined || outputOf(field, 'abcdefgh') !== undefined;
  return sample === undefined || takesText || SECRET.test(nameOf(field))
    ? []
    : [[nameOf(field), field, sample] as const];
});

describe.each(NUMBERS)('%s', (_, field, sample) => {
  it.each(Object.entries(GROUPINGS))('takes %s for nothing', (_grouping, group) => {
    expect(outputOf(field, group(sample))).toBe(outputOf(field, sample));
  });

  it.each(['9.036E+15', '1e5', '12a456', '-123456'])('refuses %s', (text) => {
    const output = outputOf(field, text);
    expect(output === undefined || /^[a-z\d]+$/i.test(output)).toBe(true);
  });
});

describe('numbers of every kind', () => {
  it('are among the fields that are read so', () => {
    const names = NUMBERS.map(([name]) => name);
    for (const name of [
      'transferExternal body.DestinationAccountBsb',
      'token body.cardnumber',
      'changePin body.pin',
      'updateAccessDetails body.Mobile',
    ])
      expect(names).toContain(name);
  });
});

// As much as a call takes, and more than any field does.
const LONG = 65_536;
const LONGEST: Readonly<Record<string, string>> = {
  letters: 'a'.repeat(LONG),
  digits: '1'.repeat(LONG),
};

it.each(Object.entries(LONGEST))('no field takes 64 kB of %s', (_, text) => {
  expect(TYPED.filter(({ schema }) => schema.safeParse(text).success).map(nameOf)).toEqual([]);
});

const RULES = Object.entries(
  import.meta.glob<Record<string, unknown>>(['./rules/*.ts', '!./rules/*.test.ts'], { eager: true }),
).flatMap(([file, module]) =>
  Object.entries(module).flatMap(([name, rule]) => {
    const run = rule instanceof RegExp ? (text: string) => rule.test(text) : rule;
    return typeof run === 'function' && run.length === 1 ? [[`${file} ${name}`, run as (text: string) => unknown]] : [];
  }),
) as readonly (readonly [string, (text: string) => unknown])[];

/** Rules that take longer than in proportion to a text take seconds for this one, and hours for a megabyte. */
const JUDGED = 20_000;
const PATTERNS = [
  'a',
  '1',
  ' ',
  'a ',
  '1 ',
  '1-',
  '1.',
  '1,',
  'a@',
  'e\u0301',
  '\u0301',
  '\u200d',
  '٤',
  '公',
  '\n',
  '"',
];

it('judges long texts in proportion to their length', () => {
  expect(RULES.length).toBeGreaterThan(40);
  const slow = RULES.flatMap(([name, run]) =>
    PATTERNS.flatMap((pattern) => {
      const text = `a${pattern.repeat(JUDGED / pattern.length)}b`;
      const began = performance.now();
      try {
        run(text);
      } catch {
        // What takes no text says so.
      }
      const took = performance.now() - began;
      return took > 500 ? [`${name} ${JSON.stringify(pattern)} ${Math.round(took)}`] : [];
    }),
  );
  expect(slow).toEqual([]);
});
