import type { DeskCommandTypes } from '../../../server/src/compose/desk-commands.ts';
import { type Answered, send } from './send.ts';
import { randomId } from '@wattle/web/browser/random-id.ts';

/** Commands of the server by name. The server declares their inputs and answers. */
export type CommandName = keyof DeskCommandTypes;
export type InputOf<Name extends CommandName> = DeskCommandTypes[Name]['input'];
export type RowOf<Name extends CommandName> = DeskCommandTypes[Name]['row'];

/** One line of an answer whose command is known only by name. */
export type AnyRow = Readonly<Record<string, string | number | boolean | null>>;
export type AnyInput = Readonly<Record<string, string | boolean | undefined>>;

/** End of a command, in the server's words. */
export type Done = {
  readonly words: string;
  /** Number to read out. */
  readonly reference?: string;
  /** The next step. */
  readonly next?: string;
  /** True: the rows are read as well. */
  readonly isList?: boolean;
  /** Object of the command: `card:49`. */
  readonly object?: string;
};

export type CommandAnswer<Row = AnyRow> = {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  /** Nothing was done yet: a second person has to approve this request. */
  readonly request?: { readonly id: string; readonly expiresAt: string };
  /** Columns that are only in this answer. */
  readonly shownOnce?: readonly string[];
  /** Absent for a command that only looks. */
  readonly done?: Done;
};

type Given = {
  readonly input: AnyInput;
  readonly reason?: string;
  readonly key: string;
  readonly file?: File | undefined;
};

/** Gives a command. Inputs that were left out are not sent. */
export function giveCommand<Row = AnyRow>(name: string, given: Given): Promise<Answered<CommandAnswer<Row>>> {
  const { input, reason, key, file } = given;
  const known = Object.entries(input).filter(([, value]) => value !== undefined && value !== '' && value !== false);
  return send(`commands/${name}`, {
    key,
    file,
    body: { input: Object.fromEntries(known), ...(reason !== undefined && { reason }) },
  });
}

/** A new idempotency key. */
export const newKey = (): string => randomId();
