import { describe, expect, it } from 'vitest';
import { deskCommands } from '../desk-commands.ts';
import { readArguments } from './arguments.ts';
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

  it('is explained: every command with its options', () => {
    const help = helpOf(deskCommands);
    for (const name of deskCommands.keys()) expect(help).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    const unlock = read('unlock', '--help');
    if (unlock.kind !== 'help' || !unlock.command) throw new Error('no help');
    expect(helpOfCommand(unlock.command)).toContain('unlock SIGNIN --reason TEXT');
    expect(helpOfCommand(unlock.command)).toContain('A second member of staff has to approve it.');
  });
});
