import type { DeskCommand, DeskCommands } from '../../features/desk/public.ts';
import { answersFile, optionsOf } from './arguments.ts';

/** All commands, each on its line. */
export function helpOf(commands: DeskCommands): string {
  const lines = [
    [
      'sign-in --tenant NUMBER --name NAME [--server URL]',
      'Sign in; the password is asked for, or read from the standard input',
    ],
    [
      'set-password --tenant NUMBER --name NAME [--server URL]',
      'Set your password, by your set-up code or the present password',
    ],
    ['sign-out', 'End the session'],
    ...[...commands.values()].map((command) => [usageOf(command), command.summary]),
  ].map(([usage, summary]) => `  ${usage}\n      ${summary}`);
  return `What the staff of the programme do.

  npm run desk -- COMMAND [options]

${lines.join('\n')}

Options of all commands
  --json         the answer as JSON
  --as NAME      act as the member of staff of this name, where several are signed in
  --reason TEXT  why; needed where a second person has to approve

For whoever owns the database, when a programme has no staff yet
  first-staff --tenant NUMBER --name NAME --full-name TEXT
      Add one of the first two managers; prints the set-up code`;
}

/** One command with its options. */
export function helpOfCommand(command: DeskCommand): string {
  const approval = command.check ? '\nA second member of staff has to approve it.' : '';
  const options = optionsOf(command).map(({ field, option, takes, isOptional }) => {
    const isBare = field === command.positional ? `, or ${field.toUpperCase()} alone` : '';
    return `  --${option}  ${takes}${isBare}${isOptional ? '; may be left out' : ''}`;
  });
  if (command.takesFile)
    options.unshift('  --file  the path of the file; --name is its own name unless another is given');
  if (answersFile(command)) options.push('  --out  the path that the file is saved at; may be left out');
  const listed = options.length === 0 ? '' : `\n\n${options.join('\n')}`;
  return `npm run desk -- ${usageOf(command)}\n\n${command.summary}.${approval}${listed}`;
}

function usageOf(command: DeskCommand): string {
  const words = optionsOf(command).map(({ field, option, isSwitch, isOptional }) => {
    const word =
      field === command.positional ? field.toUpperCase() : `--${option}${isSwitch ? '' : ` ${field.toUpperCase()}`}`;
    return isOptional ? `[${word}]` : word;
  });
  return [
    command.name,
    ...words,
    ...(command.takesFile ? ['--file PATH'] : []),
    ...(answersFile(command) ? ['[--out PATH]'] : []),
    ...(command.check ? ['--reason TEXT'] : []),
  ].join(' ');
}
