import { expect, it } from 'vitest';
import type { AnyOperation } from './operation.ts';
import { type StringField, stringFieldsOf } from './test-support/string-fields.ts';
import table from './test-support/refused-classes.json' with { type: 'json' };
import { expectFolded, GROUPINGS, readRefused, TYPED_CLASSES } from './test-support/typed-classes.ts';

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
  [
    'authorise',
    'inquireBalance',
    'advise',
    'clear',
    'reverse',
    'refund',
    'notice',
    'setHold',
    'expire',
    'correct',
  ].some((name) => call.toLowerCase().includes(name.toLowerCase()));

/** Fields that no person types: what the server or the browser has written comes back unchanged. */
const WRITTEN_BY_PROGRAMS =
  /\.(tenantId|brandId|grant_type|uuid|deviceId|deviceuuid|registrationId|token|Token|\w+Token|refresh_token|credential\b.*|rawId|id|Id|\w+Id|sid|Sid|maskedCard|MaskedCardNumber|ExpirationDate|expiryDate|\w*Date|HeldUntil|receiptNumber|letterReference|kind|some|month|page|pageSize|\w+Hash|language|Language|age|after|before|upTo|asOf|skip|take|number)$/i;

const FIELDS = [...OPERATIONS.values()]
  .flatMap(stringFieldsOf)
  .filter((field) => !isOfMachines(field))
  .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'));

const TYPED = FIELDS.filter((field) => !WRITTEN_BY_PROGRAMS.test(nameOf(field)));

/** Secrets are hashed and never kept, so what is in them stays. */
const SECRET = /password$/i;

/** Text that a field makes of another, a number as its digits, or the problem for which it refuses it. */
const outcomeOf = ({ schema }: StringField, text: string) => {
  const parsed = schema.safeParse(text);
  if (!parsed.success) return { kept: undefined, problem: parsed.error.issues[0]?.message };
  const isText = typeof parsed.data === 'string' || typeof parsed.data === 'number';
  return { kept: isText ? String(parsed.data) : undefined, problem: undefined };
};
const outputOf = (field: StringField, text: string) => outcomeOf(field, text).kept;

/** Problems of each field by class, as the table says; a field of several forms of a call has a row for each. */
const REFUSED = readRefused(table);

it('finds the fields of every call', () => {
  expect(OPERATIONS.size).toBeGreaterThan(150);
  expect(FIELDS.length).toBeGreaterThan(200);
  expect(TYPED.map(nameOf)).toContain('updateAccessDetails body.Mobile');
});

it('has a row for every field in the table of what is refused', () => {
  expect([...REFUSED.keys()].toSorted()).toEqual([...new Set(TYPED.map(nameOf))].toSorted());
});

it.each(TYPED.map((field) => [nameOf(field), field] as const))(
  '%s takes texts folded, or refuses them',
  (name, field) => {
    const results = Object.entries(TYPED_CLASSES).map(([kind, text]) => ({ kind, text, ...outcomeOf(field, text) }));
    const refused = results.flatMap(({ kind, problem }) => (problem === undefined ? [] : [[kind, problem]]));
    expect(REFUSED.get(name)).toContainEqual(Object.fromEntries(refused));
    for (const { text, kept } of results) {
      if (kept !== undefined && !SECRET.test(name)) expectFolded(kept, text);
    }
  },
);

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

/** Fields that have only digits, each with a number that it takes. */
const NUMBERS = TYPED.flatMap((field) => {
  const sample = SAMPLES.find((digits) => outputOf(field, digits) !== undefined);
  const takesText = outputOf(field, 'Ann Lee') !== undefined || outputOf(field, 'abcdefgh') !== undefined;
  return sample === undefined || takesText || SECRET.test(nameOf(field))
    ? []
    : [[nameOf(field), field, sample] as const];
});

it.each(NUMBERS)('%s takes the groups of a number for nothing, and refuses what is none', (_, field, sample) => {
  const read = Object.entries(GROUPINGS).map(([grouping, group]) => [grouping, outputOf(field, group(sample))]);
  expect(read).toEqual(Object.keys(GROUPINGS).map((grouping) => [grouping, outputOf(field, sample)]));
  for (const text of ['9.036E+15', '1e5', '12a456', '-123456']) {
    const output = outputOf(field, text);
    expect([text, output === undefined || /^[a-z\d]+$/i.test(output)]).toEqual([text, true]);
  }
});

it('knows which fields are read so', () => {
  const names = NUMBERS.map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'transferExternal body.DestinationAccountBsb',
      'token body.cardnumber',
      'changePin body.pin',
      'updateAccessDetails body.Mobile',
    ]),
  );
});

// The longest text that a call accepts. Every field accepts less.
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
      // Processor time does not grow on a busy machine.
      const began = process.threadCpuUsage();
      try {
        run(text);
      } catch {
        // A field without text inputs is listed as such.
      }
      const { user, system } = process.threadCpuUsage(began);
      const took = (user + system) / 1_000;
      return took > 500 ? [`${name} ${JSON.stringify(pattern)} ${Math.round(took)}`] : [];
    }),
  );
  expect(slow).toEqual([]);
});
