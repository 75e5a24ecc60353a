import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test-support/app.ts';
import { givenContext } from '../../../test-support/processes/database.ts';
import { give, givenStaff, SMALL_PDF, smallFileOf } from '../../../test-support/desk/desk.ts';
import { givenFile } from '../../../test-support/files/given-file.ts';
import { DESK_SAMPLES } from '../../../test-support/desk/desk-samples.ts';
import { readConfig } from '../../config/config.ts';
import { deskCommands } from '../../compose/desk-commands.ts';
import { runDesk } from '../desk.ts';
import type { DeskCommand } from '../../features/desk/public.ts';
import { ID_KINDS } from '../../features/desk/typed-id.ts';
import { buildApp } from '../../http/app.ts';
import { type DeskOption, optionsOf, readArguments } from './arguments.ts';

const NAMES = [...deskCommands.keys()];
const REASON = 'called us, answered all questions';
/** No desk answers there, so any error but that one was reported before anything was sent. */
const NOWHERE = 'http://127.0.0.1:1';

/** Texts that command lines have lost or changed elsewhere. */
const TEXTS = [
  '-5',
  '-x and more',
  `O'Brien "Bob" O’Brien`,
  '李小明 ２０２６',
  'first line\nsecond line',
  'a=b',
  ' spaced ',
  '--nothing',
  '💳 café',
  '$5',
];
/** A value of every kind that some field of the desk takes. */
const VALUES = [
  ...`card:49 holder:48 web:1 7 85 200100017 10000000017 0017 000-101 202611260000001 2026-11-01 12.50
     $1,250.00 amelia@example.com AU wattle lee a1b2c3d4-e5f6-4a7b-8123-123456789012 WTL20261126.aba
     AC00000000000000000000000000000000 SK00000000000000000000000000000000 MG00000000000000000000000000000000 20261126-1-01.aba ABC 123456 https://pay.example/v1 ONE 12/3 a1b2c3d4e5f6
     {"name":"Wattle"} evt_1204 2026-11-20T02:00:00Z 2026-10 2026`.split(/\s+/),
  '0400 000 775',
];

const commandOf = (name: string): DeskCommand => {
  const command = deskCommands.get(name);
  if (!command) throw new Error(`${name} is a command`);
  return command;
};
const chosen = (name: string, { field }: DeskOption) => DESK_SAMPLES[name]?.roles && commandOf(name).input.shape[field];

/** Texts that this field takes; none that the command would take for a card number. */
function takenValues(name: string, option: DeskOption): string[] {
  const schema = chosen(name, option);
  const choices = option.takes.split(/, | or /);
  return [...TEXTS, ...VALUES, ...choices].filter((value) => schema?.safeParse(value).success);
}

/** Every required option but `without`, each with a value that it takes. */
function neededArgv(name: string, without?: string): string[] {
  const command = commandOf(name);
  const argv = optionsOf(command)
    .filter(({ field, isOptional }) => !isOptional && field !== without)
    .flatMap((option) => [`--${option.option}`, takenValues(name, option)[0] ?? '']);
  if (name === 'find' && without === undefined) argv.push('--last-four', '0017');
  if (command.takesFile) argv.push('--file', 'letter.pdf');
  return command.check ? [...argv, '--reason', REASON] : argv;
}

const FIELDS = NAMES.flatMap((name) =>
  optionsOf(commandOf(name)).map((option) => [name, option.option, option] as const),
);

type Ended = { readonly code: number; readonly out: string; readonly err: string };

async function desk(argv: readonly string[], url = NOWHERE, token = 'none'): Promise<Ended> {
  const env = { WATTLE_DATA: '/nowhere', WATTLE_DESK_URL: url, WATTLE_DESK_TOKEN: token };
  const config = readConfig(env, (file) => path.resolve(file));
  let [out, err] = ['', ''];
  const code = await runDesk({
    argv,
    config,
    readKeys: () => expect.unreachable(),
    sessionFile: '/nowhere/sessions.json',
    askSecret: () => expect.unreachable(),
    now: () => Date.now(),
    width: 160,
    say: (line) => (out += `${line}\n`),
    complain: (line) => (err += `${line}\n`),
  });
  return { code, out, err };
}

/** One line that a person can read, and the code of what was not understood. */
function expectUsage({ code, out, err }: Ended, ...words: readonly string[]): void {
  expect([code, out, err.trimEnd().split('\n').length]).toEqual([2, '', 1]);
  expect(err).not.toMatch(/\bat .*\.ts|undefined|\[object/);
  for (const word of words) expect(err).toContain(word);
}

describe('each option of each command', () => {
  it.each(FIELDS)(
    '%s --%s reaches the input as it was typed, after a space and after an equals sign',
    (name, option, own) => {
      const { field, isSwitch } = own;
      const before = name === 'find' ? [] : neededArgv(name, field);
      if (isSwitch) {
        for (const [typed, value] of [
          [[`--${option}`], true],
          [[`--${option}=true`], true],
          [[`--${option}`, 'false'], false],
          [[`--${option}=false`], false],
        ] as const) {
          expect(readArguments([name, ...before, ...typed], deskCommands)).toMatchObject({ input: { [field]: value } });
        }
        return;
      }
      const values = takenValues(name, own);
      expect(values).not.toEqual([]);
      for (const value of values) {
        for (const typed of [[`--${option}`, value], [`--${option}=${value}`]]) {
          const read = readArguments([name, ...before, ...typed], deskCommands);
          expect(read).toMatchObject({ kind: 'command', input: { [field]: value }, isJson: false, as: undefined });
        }
      }
    },
  );

  it.each(NAMES)('%s keeps the reason as it was typed', (name) => {
    const command = commandOf(name);
    const argv = [name, ...neededArgv(name).filter((word) => word !== '--reason' && word !== REASON)];
    for (const text of [...TEXTS, REASON]) {
      for (const typed of [['--reason', text], [`--reason=${text}`]]) {
        expect(readArguments([...argv, ...typed], deskCommands)).toMatchObject({ command, reason: text });
      }
    }
  });

  it.each(FIELDS)('%s --%s says what it takes where the value is none', async (name, option, own) => {
    const { field, isSwitch, takes } = own;
    const before = name === 'find' ? [] : neededArgv(name, field);
    if (isSwitch)
      return expectUsage(await desk([name, ...before, `--${option}=maybe`]), 'takes true or false', '"maybe"');
    const wrong = `${'§'.repeat(4)}${'x'.repeat(1_200)}`;
    const ended = await desk([name, ...before, `--${option}`, wrong]);
    if (ended.err.includes(' must ')) expectUsage(ended, `--${option} must `);
    else expectUsage(ended, `--${option} takes ${takes}, not "§§§§`);
  });

  it.each(FIELDS)('%s --%s is no secret', (_name, option) => {
    expect(option).not.toMatch(/password|(^|-)pin$|secret|cvv|token|access-code|activation-code|tfn|tax-file/i);
  });

  // A list of ids may be of any kind.
  const ids = FIELDS.filter(([, , { takes }]) => /^a .+\(\w+:\d+/.test(takes));
  it.each(ids)('%s --%s names the kind of an id of another kind', async (name, option, own) => {
    const before = name === 'find' ? [] : neededArgv(name, own.field);
    const others = Object.values(ID_KINDS).filter(({ example }) => !own.takes.includes(example));
    expect(others.length > 0 || name === 'find').toBe(true);
    for (const { example, word } of others) {
      const ended = await desk([name, ...before, `--${option}=${example}`]);
      expectUsage(ended, `--${option} ${example} is a ${word}; this asks for ${own.takes}.`);
    }
  });
});

describe('each command', () => {
  it.each(NAMES)('%s names all required options that are missing, at once', async (name) => {
    const command = commandOf(name);
    const needed = optionsOf(command).flatMap(({ option, isOptional }) => (isOptional ? [] : [option]));
    const all = command.check ? [...needed, 'reason'] : needed;
    if (name === 'find') return expectUsage(await desk([name]), '--name', '--email', 'holder:48');
    if (all.length === 0) return expect((await desk([name])).code).toBe(1);
    return expectUsage(await desk([name]), `${name} needs `, ...all.map((option) => `--${option}`));
  });

  it.each(NAMES)('%s --help names every option, what it takes and whether it may be left out', async (name) => {
    const command = commandOf(name);
    for (const argv of [
      [name, '--help'],
      [name, '-h'],
      ['help', name],
    ]) {
      const { code, out, err } = await desk(argv);
      expect([code, err]).toEqual([0, '']);
      const [usage = '', ...rest] = out.split('\n');
      expect(usage).toContain(`npm run desk -- ${name}`);
      expect(rest.join('\n').includes('A second member of staff has to approve it.')).toBe(command.check !== undefined);
      for (const { option, field, isOptional, isSwitch, takes } of optionsOf(command)) {
        const bare =
          field === command.positional
            ? field.toUpperCase()
            : `--${option}${isSwitch ? '' : ` ${field.toUpperCase()}`}`;
        expect(usage).toContain(isOptional ? `[${bare}]` : ` ${bare}`);
        expect(rest).toContainEqual(expect.stringMatching(new RegExp(`^  --${option}  `)));
        expect(out).toContain(takes);
      }
    }
  });

  it.each(NAMES)(
    '%s refuses an option that it does not have, one given twice and one without its value',
    async (name) => {
      expectUsage(await desk([name, '--nonsense', 'x']), '--nonsense');
      expectUsage(await desk([name, '--as', 'kate', '--as', 'omar']), '--as is given twice');
      expectUsage(await desk([name, '--reason']), '--reason needs a value');
      expectUsage(await desk([name, '--reason', '--json']), '--reason needs a value', '--reason=--json');
      expectUsage(await desk([name, '--json=maybe']), '--json takes true or false');
    },
  );

  it.each(NAMES)('%s sends no full card number and does not repeat it', async (name) => {
    const ended = await desk([name, ...neededArgv(name), `--reason=it is 9036 0000 0000 0017`].slice(0));
    expect(ended.code).toBe(2);
    expect(ended.err).not.toContain('0017');
  });
});

describe('what is not understood', () => {
  it.each([
    [['fnid'], 'There is no command "fnid". Did you mean find?'],
    [['card-report'], 'Did you mean report-card?'],
    [['aprove', '41'], 'Did you mean approve?'],
    [['sing-in'], 'Did you mean sign-in?'],
    [['find', '--emial', 'x'], 'There is no option --emial. Did you mean --email?'],
    [['find', '--email', 'a@b.c', '--name', 'chen'], 'find takes one of'],
    [['find', 'chen'], '--id takes a person, card or sign-in (holder:48 or card:49 or web:1), not "chen".'],
    [['sign-in'], 'sign-in needs --tenant and --name.'],
    [['first-staff'], 'first-staff needs --tenant, --name and --full-name.'],
    [['sign-in', '--tenant', 'one', '--name', 'kate'], '--tenant takes the number of the programme, not "one".'],
    [['sign-in', '--tenant', '1', '--name', 'kate', '--password', 'x'], 'There is no option --password.'],
    [['approve', '41', '42'], '"42" has no option before it'],
    [['report-card', '--card', '--state', 'lost'], '--card needs a value'],
    // No number that a machine would read into a text.
    [['debts', '--page', '1e2'], '--page takes a whole number from 1 to 1000, not "1e2".'],
    [['debts', '--page', '0x10'], '--page takes a whole number'],
    [['debts', '--page', ''], '--page takes a whole number'],
    [['load', '--account', '200100017', '--amount', '-5', '--reason', 'x'], '--amount takes an amount in dollars'],
    [['load', '--account', '200100017', '--amount', '1.234', '--reason', 'x'], '--amount takes an amount in dollars'],
  ])('%j is reported in one line', async (argv, words) => {
    expectUsage(await desk(argv), words, 'See: npm run desk --');
  });
});

describe('each command on a running server', () => {
  let test: TestApp;
  let url: string;
  beforeAll(async () => {
    const ctx = await givenContext();
    // All calls come from one address here.
    Object.assign(ctx.config.desk, { callsAMinute: 100_000 });
    const app = await buildApp(ctx, {});
    url = await app.listen({ host: '127.0.0.1', port: 0 });
    test = {
      app,
      ctx,
      async close() {
        await app.close();
        await ctx.close();
      },
    };
  });
  afterAll(() => test.close());

  const tokenOf = ({ headers }: { readonly headers: { readonly authorization: string } }) =>
    headers.authorization.slice('Bearer '.length);

  /** Whether a value of a list is taken by a command that asks for what the column is named after. */
  function isTakenBySome(column: string, shown: unknown): boolean {
    if (!SHOWN_IDS.has(column)) return true;
    const schemas = [...deskCommands.values()].flatMap(({ input }) => input.shape[column] ?? []);
    return schemas.length === 0 || shown === '' || schemas.some((schema) => schema.safeParse(String(shown)).success);
  }

  const SHOWN_IDS = new Set(
    ['account', 'answer', 'case', 'dispute', 'file', 'import', 'item', 'mistaken', 'order', 'person', 'receipt'].concat(
      ['refund', 'request', 'signIn', 'trouble'],
    ),
  );

  type Shown = {
    readonly rows: readonly Readonly<Record<string, unknown>>[];
    readonly request?: { readonly id: string };
  };
  const shownBy = ({ out }: Ended) => JSON.parse(out) as Shown;

  function argvOf(name: string, input: Readonly<Record<string, string | boolean>>, isSpaced: boolean): string[] {
    return optionsOf(commandOf(name)).flatMap(({ field, option }) => {
      const value = input[field];
      if (value === undefined) return [];
      return isSpaced ? [`--${option}`, String(value)] : [`--${option}=${value}`];
    });
  }

  it('attach sends the file under its own name, and reads none that is too large', async () => {
    const { tenantId, input, makeOwn } = (await DESK_SAMPLES['attach']?.given(test)) ?? expect.unreachable();
    const staff = await givenStaff(test.ctx, tenantId);
    await makeOwn?.(staff);
    const attach = (file: string) => desk(['attach', String(input['request']), '--file', file], url, tokenOf(staff));
    expect(await attach(await givenFile(Buffer.alloc(5 * 1024 * 1024 + 1)))).toMatchObject({
      code: 1,
      err: '--file: The file is too large: 5 MB at most.\n',
    });
    expectUsage(await attach('/nowhere/letter.pdf'), '/nowhere/letter.pdf');
    const file = await givenFile(SMALL_PDF);
    expect((await attach(file)).code).toBe(0);
    const listed = await desk(['request-attachments', String(input['request']), '--json'], url, tokenOf(staff));
    expect(shownBy(listed).rows).toEqual([expect.objectContaining({ attachment: '1', name: 'letter.pdf' })]);
  });

  it.each(NAMES)('%s is carried out or asked for, and what it shows is found and taken again', async (name) => {
    const { tenantId, input, marked, makeOwn } = (await DESK_SAMPLES[name]?.given(test)) ?? expect.unreachable();
    const staff = await givenStaff(test.ctx, tenantId);
    await makeOwn?.(staff);
    const token = tokenOf(staff);
    const command = commandOf(name);
    const argv = [name, ...argvOf(name, input, name.length % 2 === 0), `--reason=${REASON}`];
    if (command.takesFile) argv.push('--file', await givenFile(smallFileOf(name)));
    const ended = await desk([...argv, '--json'], url, token);
    expect([ended.code, ended.err]).toEqual([0, '']);
    const { rows, request } = shownBy(ended);
    expect(request === undefined).toBe(command.check === undefined);
    // What is approved answers with its own columns.
    const strange = rows.flatMap((row) => Object.keys(row)).filter((column) => !(column in command.answer.shape));
    expect(name === 'approve' ? [] : strange).toEqual([]);
    expect(
      rows.flatMap((row) => Object.entries(row)).filter(([column, shown]) => !isTakenBySome(column, shown)),
    ).toEqual([]);
    expect(marked.filter((secret) => ended.out.includes(secret))).toEqual([]);
    if (request) {
      const [asked] = await test.ctx.asOwner<{ input: object; reason: string }>(
        'SELECT input, reason FROM desk_request WHERE id = $1',
        [request.id],
      );
      expect(asked).toMatchObject({ reason: REASON, input: expect.objectContaining({}) });
      expect(Object.keys(asked?.input ?? {}).toSorted()).toEqual(Object.keys(input).toSorted());
    }
    const listed = await desk(['requests', '--all', '--json'], url, token);
    const printed = JSON.stringify([rows, name === 'requests' ? [] : shownBy(listed).rows]);
    for (const [id, kind = ''] of new Set(printed.matchAll(/\b([a-z_]+):[1-9]\d*\b(?!:)/g))) {
      if (!Object.hasOwn(ID_KINDS, kind)) {
        // A request may be about something that belongs to no person, such as a file of the bank.
        const named = await desk(['subjects', id, '--json'], url, token);
        expect([id, named.code, named.err]).toEqual([id, 0, '']);
        for (const row of shownBy(named).rows) expect(row).toMatchObject({ object: id, account: expect.any(String) });
        continue;
      }
      const found = await desk(['find', id, '--json'], url, token);
      expect([id, found.err, shownBy(found).rows.length > 0]).toEqual([id, '', true]);
    }
  });

  it.each(['lost', 'stolen'])(
    '[X1-a] report-card --state %s reports the card and answers the number to quote',
    async (state) => {
      const { tenantId, input } = (await DESK_SAMPLES['report-card']?.given(test)) ?? expect.unreachable();
      const card = String(input['card']);
      const argv = ['report-card', '--card', card, '--state', state, '--checked', 'born', '--json'];
      const ended = await desk(argv, url, tokenOf(await givenStaff(test.ctx, tenantId)));
      expect([ended.code, ended.err]).toEqual([0, '']);
      expect(shownBy(ended).rows).toMatchObject([{ card, reference: expect.stringMatching(/^\d{12,}$/) }]);
      const [row] = await test.ctx.asOwner<{ status: string }>('SELECT status FROM card WHERE id = $1', [
        card.slice(5),
      ]);
      expect(row?.status).toBe(state === 'lost' ? 'Lost' : 'Stolen');
    },
  );

  it.each([['--line', '2'], ['--line=2']])(
    '[X2-a] release-suspense %s %s credits line 2, once a colleague has approved it',
    async (...line) => {
      const { tenantId, input, state } = (await DESK_SAMPLES['release-suspense']?.given(test)) ?? expect.unreachable();
      const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
      const before = await state();
      const named = ['--answer', String(input['answer']), '--account', String(input['account'])];
      const asked = await desk(['release-suspense', ...named, ...line, '--reason', 'x', '--json'], url, tokenOf(asker));
      expect([asked.code, asked.err]).toEqual([0, '']);
      const approved = await desk(['approve', shownBy(asked).request?.id ?? '', '--json'], url, tokenOf(manager));
      expect([approved.code, approved.err]).toEqual([0, '']);
      expect(shownBy(approved).rows).toMatchObject([{ account: input['account'], receipt: expect.any(String) }]);
      expect(await state()).not.toBe(before);
    },
  );

  it('finds a card, a person and a sign-in by the ids that it shows, and those of no other programme', async () => {
    const { tenantId, input } = (await DESK_SAMPLES['unlock']?.given(test)) ?? expect.unreachable();
    const token = tokenOf(await givenStaff(test.ctx, tenantId));
    const stranger = tokenOf(await givenStaff(test.ctx, (await DESK_SAMPLES['unlock']?.given(test))?.tenantId ?? 0));
    const [row] = shownBy(await desk(['find', String(input['signIn']), '--json'], url, token)).rows;
    for (const id of [row?.['person'], row?.['card'], row?.['signIn']].map(String)) {
      expect(id).toMatch(/^(holder|card|web):\d+$/);
      for (const typed of [id, ` ${id.toUpperCase()} `, id.replace(':', '：')]) {
        expect(shownBy(await desk(['find', typed, '--json'], url, token)).rows).toEqual([row]);
      }
      expect(shownBy(await desk(['find', id, '--json'], url, stranger)).rows).toEqual([]);
    }
    const { body } = await give(test, await givenStaff(test.ctx, tenantId), 'find', {
      input: { id: String(row?.['card']) },
    });
    expect(body.rows).toEqual([row]);
  });
});
