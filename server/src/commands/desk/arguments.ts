import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import { FILE_NAME_MAXIMUM } from '@wattle/contract/sent-file.ts';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  type DeskCommand,
  type DeskCommands,
  faultsOf,
  type GivenInput,
  holdsCardNumber,
  isSwitch,
  REASON_MAXIMUM,
  takenBy,
} from '../../features/desk/public.ts';
import { didYouMean } from './near.ts';

/** The arguments cannot be understood; the message says in one line which one and what it takes. */
export class UsageError extends Error {
  /** The command that it was typed for, where there is one. */
  command?: string;
}

/** Options that every command takes. */
const COMMON = {
  json: { type: 'boolean' },
  as: { type: 'string' },
  reason: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The option of a command that sends a file. */
const FILE = { file: { type: 'string' } } as const;

/** The option of a command that answers a file: where it is saved. */
const OUT = { out: { type: 'string' } } as const;

/** Whether a command answers a file, in base64. */
export const answersFile = ({ answer }: DeskCommand): boolean => 'content' in answer.shape && 'type' in answer.shape;

const NAMED = { tenant: { type: 'string' }, name: { type: 'string' }, help: COMMON.help } as const;
const MEMBER = { ...NAMED, server: { type: 'string' } } as const;
const FIRST = { ...NAMED, 'full-name': { type: 'string' } } as const;

/** A full card number would stay in shells, logs and requests. */
export const CARD_NUMBER_WORDS = 'Never type a full card number here. Use the card id or the last four digits.';

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
      readonly input: GivenInput;
      readonly reason: string | undefined;
      /** Where the file is that it sends. */
      readonly file: string | undefined;
      /** Where the file is saved that it answers. */
      readonly out: string | undefined;
    } & Common);

const OWN_WORDS = ['help', 'sign-in', 'set-password', 'sign-out', 'first-staff'];

/**
 * Reads what was typed after `npm run desk --`, and checks it as the server will, so that errors are reported before it
 * is sent. Throws UsageError.
 */
export function readArguments(argv: readonly string[], commands: DeskCommands): DeskArguments {
  const [word, ...rest] = argv;
  if (word === 'help' && rest[0] !== undefined) return readArguments([rest[0], '--help'], commands);
  if (word === undefined || ['help', '--help', '-h'].includes(word)) return { kind: 'help' };
  const command = commands.get(word);
  const isMember = word === 'sign-in' || word === 'set-password' || word === 'first-staff';
  if (!command && !isMember && word !== 'sign-out') {
    throw new UsageError(`There is no command ${quoted(word)}.${didYouMean(word, [...commands.keys(), ...OWN_WORDS])}`);
  }
  try {
    if (command) return readCommand(command, rest);
    if (isMember) return readMember(word, rest);
    const { values } = parse(rest, COMMON, 0);
    return values['help'] === true ? { kind: 'help' } : { kind: 'sign-out', ...commonOf(values) };
  } catch (error) {
    if (error instanceof UsageError) error.command = word;
    throw error;
  }
}

function readMember(kind: 'sign-in' | 'set-password' | 'first-staff', argv: readonly string[]): DeskArguments {
  const { values } = parse(argv, kind === 'first-staff' ? FIRST : MEMBER, 0);
  if (values['help'] === true) return { kind: 'help' };
  const { tenant, name, server, 'full-name': fullName } = values;
  const needed = { tenant, name, ...(kind === 'first-staff' && { 'full-name': fullName }) };
  needs(
    kind,
    Object.keys(needed).filter((option) => values[option] === undefined),
  );
  if (!/^[1-9]\d{0,8}$/.test(String(tenant))) {
    throw new UsageError(`--tenant takes the number of the programme, not ${quoted(String(tenant))}.`);
  }
  const member = { tenant: Number(tenant), name: String(name) };
  if (kind === 'first-staff') return { kind, ...member, fullName: String(fullName) };
  return { kind, ...member, server: typeof server === 'string' ? server : undefined };
}

function needs(name: string, options: readonly string[]): void {
  if (options.length === 0) return;
  const named = options.map((option) => `--${option}`);
  throw new UsageError(`${name} needs ${[named.slice(0, -1).join(', '), named.at(-1)].filter(Boolean).join(' and ')}.`);
}

function readCommand(command: DeskCommand, argv: readonly string[]): DeskArguments {
  const own = optionsOf(command);
  const known = Object.fromEntries(
    own.map(({ option, isSwitch: isOn }) => [option, { type: isOn ? 'boolean' : 'string' } as const]),
  );
  const { values, positionals } = parse(
    argv,
    { ...known, ...(command.takesFile && FILE), ...(answersFile(command) && OUT), ...COMMON },
    command.positional ? 1 : 0,
  );
  if (values['help'] === true) return { kind: 'help', command };
  const input: Record<string, string | boolean> = {};
  for (const { field, option } of own) {
    const value = values[option];
    if (value !== undefined) input[field] = value;
  }
  const [first] = positionals;
  if (command.positional && first !== undefined) {
    const named = kebab(command.positional);
    if (command.positional in input) throw new UsageError(`${quoted(first)} and --${named}: give one.`);
    input[command.positional] = first;
  }
  const reason = typeof values['reason'] === 'string' ? values['reason'] : undefined;
  const file = command.takesFile && typeof values['file'] === 'string' ? values['file'] : undefined;
  // Its own name, unless another is given.
  if (file !== undefined) input['name'] ??= path.basename(file).slice(-FILE_NAME_MAXIMUM);
  checkInput(command, input, reason, command.takesFile !== undefined && file === undefined);
  const out = typeof values['out'] === 'string' ? values['out'] : undefined;
  return { kind: 'command', command, input, reason, file, out, ...commonOf(values) };
}

/** Refuses what the server would refuse. A card number is neither sent nor shown again. */
function checkInput(command: DeskCommand, input: GivenInput, reason: string | undefined, lacksFile: boolean): void {
  const typed = Object.entries({ ...input, reason });
  const numbered = typed.find(([, value]) => typeof value === 'string' && holdsCardNumber(value));
  if (numbered) throw new UsageError(`--${kebab(numbered[0])}: ${CARD_NUMBER_WORDS}`);
  const { missing, fault } = faultsOf(command, input);
  const isUnexplained = command.check !== undefined && isBlank(reason ?? '');
  needs(command.name, [...missing.map(kebab), ...(lacksFile ? ['file'] : []), ...(isUnexplained ? ['reason'] : [])]);
  if (reason !== undefined && reason.length > REASON_MAXIMUM) {
    throw new UsageError(`--reason takes a text of up to ${REASON_MAXIMUM} characters.`);
  }
  if (!fault) return;
  const { field, words } = fault;
  if (field === undefined) throw new UsageError(`${words}.`);
  const rejected = words.includes('; this asks for ') ? '' : `, not ${quoted(String(input[field]))}`;
  throw new UsageError(`--${kebab(field)} ${words}${rejected}.`);
}

export type DeskOption = {
  readonly field: string;
  readonly option: string;
  readonly isSwitch: boolean;
  readonly isOptional: boolean;
  /** Completes "--option takes …". */
  readonly takes: string;
};

/** The options of a command, from the fields of its input. */
export function optionsOf({ input }: DeskCommand): DeskOption[] {
  return Object.entries(input.shape).map(([field, schema]) => ({
    field,
    option: kebab(field),
    isSwitch: isSwitch(schema),
    isOptional: schema.safeParse(undefined).success,
    takes: takenBy(schema),
  }));
}

type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>>;
type Values = Record<string, string | boolean>;

/**
 * Options and texts, by the rules of `parseArgs`, but that a value may begin with a dash: it is taken for an option
 * only where it is one of this command.
 */
function parse(argv: readonly string[], options: Options, most: number): { values: Values; positionals: string[] } {
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const values: Values = {};
  const positionals: string[] = [];
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    if (token.kind === 'positional') {
      const isOfSwitch = before?.kind === 'option' && before.value === undefined && isTrueOrFalse(token.value);
      if (isOfSwitch) values[before.name] = token.value === 'true';
      else positionals.push(token.value);
    }
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) throw new UsageError(`There is no option ${rawName}.${didYouMean(name, Object.keys(options), '--')}`);
    if (name in values) throw new UsageError(`--${name} is given twice.`);
    if (option.type === 'string') {
      if (value === undefined || (!inlineValue && isOption(value, options))) {
        throw new UsageError(
          `--${name} needs a value${value === undefined ? '' : `; for the text itself: --${name}=${value}`}.`,
        );
      }
      values[name] = value;
    } else {
      if (value !== undefined && !isTrueOrFalse(value)) {
        throw new UsageError(`--${name} takes true or false, not ${quoted(value)}.`);
      }
      values[name] = value !== 'false';
    }
  }
  const extra = positionals[most];
  if (extra !== undefined)
    throw new UsageError(`${quoted(extra)} has no option before it: put texts with spaces in quotes.`);
  return { values, positionals };
}

const isTrueOrFalse = (value: string) => value === 'true' || value === 'false';

function isOption(value: string, options: Options): boolean {
  const [, name] = /^--([^=]+)/.exec(value) ?? [];
  return value === '-h' || (name !== undefined && Object.hasOwn(options, name));
}

/** A value as it was typed, short and in one line. */
function quoted(typed: string): string {
  const line = typed.replaceAll(/\p{C}+/gu, ' ');
  return `"${line.length > 60 ? `${line.slice(0, 60)}…` : line}"`;
}

function commonOf(values: Values): Common {
  return { isJson: values['json'] === true, as: typeof values['as'] === 'string' ? values['as'] : undefined };
}

export function kebab(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
