import { describe, expect, it } from 'vitest';
import { deskCommands } from '../../compose/desk-commands.ts';
import { optionsOf, readArguments, UsageError } from './arguments.ts';
import { helpOf, helpOfCommand } from './help.ts';

const read = (...argv: string[]) => readArguments(argv, deskCommands);

describe('what is typed for the desk', () => {
  it('is a command with its options, as the server takes them', () => {
    expect(read('find', '--last-four', '0017', '--json')).toMatchObject({
      kind: 'command',
      command: { name: 'find' },
      input: { lastFour: '0017' },
      reason: undefined,
      isJson: true,
      as: undefined,
    });
    expect(read('requests', '--all', '--as', 'omar')).toMatchObject({ input: { all: true }, as: 'omar' });
  });

  it('has a value after every option but a switch', () => {
    expect(read('debts', '--page', '2')).toMatchObject({ input: { page: '2' } });
    expect(read('return-candidates', '--answer', '7', '--line', '3')).toMatchObject({
      input: { answer: '7', line: '3' },
    });
    const switches = [...deskCommands.values()].flatMap((command) =>
      optionsOf(command).flatMap(({ option, isSwitch }) => (isSwitch ? [`${command.name} --${option}`] : [])),
    );
    expect(switches.toSorted()).toEqual([
      'audit-log --looks',
      'audit-log --refused',
      'change-address --postal',
      'change-connection --drop-old-keys',
      'change-name --one-name',
      'close-account --stop-schedules',
      'close-and-pay --stop-schedules',
      'complaints --ended',
      'draft-brand --onto-live',
      'draft-rule --tells-desk',
      'flag-person --hardship',
      'flag-person --large-print',
      'flag-person --remove',
      'load-sanctions --fewer',
      'network-messages --declined',
      'people-file-results --left-out',
      'reissue-card --damaged',
      'replay-webhooks --missed-only',
      'requests --all',
      'requests --today',
      'rule-decisions --waiting',
      'sanctions-hits --decided',
      'set-bank-identity --traces-payer',
      'set-bank-identity --without-contra',
      'turn-on-rule --despite-many',
    ]);
  });

  it('has no option that means something else with every command', () => {
    const common = new Set(['as', 'json', 'reason', 'help']);
    for (const command of deskCommands.values()) {
      expect(optionsOf(command).filter(({ option }) => common.has(option))).toEqual([]);
    }
  });

  it('may leave out the name of the first input', () => {
    for (const argv of [['web:12'], ['--sign-in', 'web:12']]) {
      expect(read('unlock', ...argv, '--reason', 'called us')).toMatchObject({
        input: { signIn: 'web:12' },
        reason: 'called us',
      });
    }
  });

  it('signs in by the number of the programme and a name', () => {
    expect(read('sign-in', '--tenant', '1', '--name', 'kate')).toEqual({
      kind: 'sign-in',
      tenant: 1,
      name: 'kate',
      server: undefined,
    });
  });

  it.each([
    ['an unknown command', ['fnid'], '"fnid"'],
    ['an unknown option', ['find', '--pan', '1'], '--pan'],
    ['a text that belongs to nothing', ['find', 'chen'], '"chen"'],
    ['a second text', ['approve', '41', '42'], '"42"'],
    ['one input twice', ['approve', '41', '--request', '41'], '--request'],
    ['an option without its value', ['find', '--name'], '--name'],
    ['a tenant that is no number', ['sign-in', '--tenant', 'one', '--name', 'kate'], '--tenant'],
    ['a sign-in without a name', ['sign-in', '--tenant', '1'], '--name'],
    ['a password as an option', ['sign-in', '--tenant', '1', '--name', 'kate', '--password', 'x'], '--password'],
  ])('is refused for %s, which is named', (_what, argv, named) => {
    expect(() => read(...argv)).toThrow(named);
  });

  it.each([[[]], [['help']], [['--help']], [['sign-in', '--help']], [['sign-out', '-h']]])(
    '%j asks for help',
    (argv) => {
      expect(read(...argv).kind).toBe('help');
    },
  );

  it('that is refused names the command that it was typed for', () => {
    for (const [argv, name] of [
      [['approve', '41', '42'], 'approve'],
      [['fnid'], undefined],
    ] as const) {
      try {
        read(...argv);
        expect.unreachable();
      } catch (error) {
        expect(error instanceof UsageError && error.command).toBe(name);
      }
    }
  });

  it('names options in its texts as they are typed', () => {
    const options = new Set(
      [...deskCommands.values()].flatMap((command) => optionsOf(command).map(({ option }) => option)),
    );
    for (const { summary } of deskCommands.values()) {
      for (const [, option] of summary.matchAll(/--([\w-]+)/g)) expect(options).toContain(option);
    }
  });

  it('is explained: every command with its options', () => {
    const help = helpOf(deskCommands);
    for (const name of deskCommands.keys()) expect(help).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    const unlock = read('unlock', '--help');
    if (unlock.kind !== 'help' || !unlock.command) throw new Error('no help');
    expect(helpOfCommand(unlock.command)).toContain('unlock SIGNIN --reason TEXT');
    expect(helpOfCommand(unlock.command)).toContain('A second member of staff has to approve it.');
  });
});
