import { parseArgs } from 'node:util';
import type { DeskCommand, DeskCommands } from '../features/desk/public.ts';

/** The arguments cannot be understood; the message says which one. */
export class UsageError extends Error {
  /** The command that it was typed for, where there is one. */
  command?: DeskCommand;
}

/** Options that every command takes. */
const COMMON = {
  json: { type: 'boolean' },
  as: { type: 'string' },
  reason: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const MEMBER = {
  tenant: { type: 'string' },
  name: { type: 'string' },
  server: { type: 'string' },
  'full-name': { type: 'string' },
  help: COMMON.help,
} as const;

export type Member = { readonly tenant: number; readonly name: string };
export type Signing = Member & { readonly server: string | undefined };
type Common = { readonly isJson: boolean; readonly as: string | undefined };

export type DeskArguments =
  | { readonly kind: 'help'; readonly command?: DeskCommand }
  | ({ readonly kind: 'sign-in' } & Signing)
  | ({ readonly kind: 'set-password' } & Signing)
  | ({ readonly kind: 'first-staff'; readonly fullName: string } & Member)
  | ({ readonly kind: 'sign-out' } & Common)
  | ({
      readonly kind: 'command';
      readonly command: DeskCommand;
      readonly input: Readonly<Record<string, string | boolean>>;
      readonly reason: string | undefined;
    } & Common);

/** Reads what was typed after `npm run desk --`. The server checks the values. Throws UsageError. */
export function readArguments(argv: readonly string[], commands: DeskCommands): DeskArguments {
  const [word, ...rest] = argv;
  if (word === undefined || ['help', '--help', '-h'].includes(word)) return { kind: 'help' };
  if (word === 'sign-in' || word === 'set-password' || word === 'first-staff') return readMember(word, rest);
  if (word === 'sign-out') {
    const { values } = parse(rest, COMMON, 0);
    return values['help'] === true ? { kind: 'help' } : { kind: 'sign-out', ...commonOf(values) };
  }
  const command = commands.get(word);
  if (!command) throw new UsageError(`There is no command "${word}".`);
  try {
    return readCommand(command, rest);
  } catch (error) {
    if (error instanceof UsageError) error.command = command;
    throw error;
  }
}

function readMember(kind: 'sign-in' | 'set-password' | 'first-staff', argv: readonly string[]): DeskArguments {
  const { values } = parse(argv, MEMBER, 0);
  if (values['help'] === true) return { kind: 'help' };
  const { tenant, name, server, 'full-name': fullName } = values;
  if (typeof tenant !== 'string' || !/^[1-9]\d{0,8}$/.test(tenant)) {
    throw new UsageError(`${kind} needs --tenant, the number of the programme.`);
  }
  if (typeof name !== 'string') throw new UsageError(`${kind} needs --name.`);
  const member = { tenant: Number(tenant), name };
  if (kind !== 'first-staff') return { kind, ...member, server: typeof server === 'string' ? server : undefined };
  if (typeof fullName !== 'string') throw new UsageError('first-staff needs --full-name.');
  return { kind, ...member, fullName };
}

function readCommand(command: DeskCommand, argv: readonly string[]): DeskArguments {
  const own = optionsOf(command);
  const known = Object.fromEntries(
    own.map(({ option, isSwitch }) => [option, { type: isSwitch ? 'boolean' : 'string' }]),
  );
  const { values, positionals } = parse(argv, { ...known, ...COMMON }, command.positional ? 1 : 0);
  if (values['help'] === true) return { kind: 'help', command };
  const input: Record<string, string | boolean> = {};
  for (const { field, option } of own) {
    const value = values[option];
    if (typeof value === 'string' || typeof value === 'boolean') input[field] = value;
  }
  const [first] = positionals;
  if (command.positional && first !== undefined) {
    if (command.positional in input) throw new UsageError(`"${first}" and --${kebab(command.positional)}: give one.`);
    input[command.positional] = first;
  }
  const { reason } = values;
  return {
    kind: 'command',
    command,
    input,
    reason: typeof reason === 'string' ? reason : undefined,
    ...commonOf(values),
  };
}

export type DeskOption = {
  readonly field: string;
  readonly option: string;
  readonly isSwitch: boolean;
  readonly isOptional: boolean;
};

/** The options of a command, from the fields of its input. */
export function optionsOf({ input }: DeskCommand): DeskOption[] {
  return Object.entries(input.shape).map(([field, schema]) => ({
    field,
    option: kebab(field),
    isSwitch: isSwitch(schema),
    isOptional: schema.safeParse(undefined).success,
  }));
}

/** A number takes `true` as well, since it is read from whatever was typed. */
function isSwitch(schema: DeskCommand['input']['shape'][string]): boolean {
  return schema.safeParse(true).success && !schema.safeParse('1').success;
}

type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>>;
type Values = ReturnType<typeof parseArgs>['values'];

function parse(argv: readonly string[], options: Options, most: number): { values: Values; positionals: string[] } {
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The options cannot be read.');
  }
  const extra = parsed.positionals[most];
  if (extra !== undefined) throw new UsageError(`"${extra}" has no option before it: put texts with spaces in quotes.`);
  return parsed;
}

function commonOf(values: Values): Common {
  return { isJson: values['json'] === true, as: typeof values['as'] === 'string' ? values['as'] : undefined };
}

export function kebab(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
