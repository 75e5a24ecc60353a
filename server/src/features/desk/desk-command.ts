import type * as z from 'zod';
import type { AppContext } from '../../compose/context.ts';
import type { AuditEvent } from '../../platform/sealed-log/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { DeskRefusal } from './desk-refusal.ts';
import type { Permission, Role } from './staff/role.domain.ts';

/** A member of staff with a live session. */
export type Staff = {
  readonly id: bigint;
  readonly tenantId: number;
  readonly name: string;
  readonly role: Role;
};

/** One row of an answer. Its columns are in the order in which they are shown. */
export type DeskRow = Readonly<Record<string, string | number | boolean | null>>;

/** End of a command, in words for the member who gave it. It names no id. */
export type Done = {
  /** Whole sentences: "A fee of $9.95 is charged to account 200 100 017." */
  readonly words: string;
  /** Number to read out or to write down: a receipt or the reference of a case. */
  readonly reference?: string | undefined;
  /** The next step. */
  readonly next?: string | undefined;
  /** True: the rows of the answer are read as well, such as the files that were made. */
  readonly isList?: boolean;
};

export type DeskAnswer = {
  readonly ok: true;
  readonly rows: readonly DeskRow[];
  /** There are more rows than are shown. */
  readonly hasMore?: boolean;
  /** Object for the audit log: `card:7`. */
  readonly object?: string | undefined;
  readonly details?: AuditEvent['details'];
  /** Present when a second person has to approve the command, which has changed nothing yet. */
  readonly request?: { readonly id: string; readonly expiresAt: string };
  /** The answer shows values that are masked elsewhere. The audit log records it among the events of the object. */
  readonly isReveal?: boolean;
  /** Columns that are only in this answer: they are not stored, and a repeated call does not return them. */
  readonly shownOnce?: readonly string[];
  /** End of a command that acts, in words. */
  readonly done?: Done;
};

export type DeskOutcome = DeskAnswer | DeskRefusal;

export type DeskCall<Input> = {
  readonly ctx: AppContext;
  readonly staff: Staff;
  /** Their session of the desk. */
  readonly sessionId: string;
  readonly input: Input;
  /** Id of the HTTP request, for the audit log. */
  readonly requestId: string;
  /** Idempotency key of the call. It stays the same when the call is carried out again. */
  readonly key: string;
  /** Every command of the desk by its name. */
  readonly commands: DeskCommands;
  /** The file that was sent, of a command that takes one. */
  readonly file?: Buffer | undefined;
};

/** A call that runs in one transaction under the tenant of its staff. A refusal is rolled back. */
export type DeskCallInTransaction<Input> = DeskCall<Input> & { readonly tx: Tx };

/** One change that a command would make. Amounts are plain dollars, as `-12.50`. */
export type Effect = {
  /** The account, the member of staff or the thing, in words. */
  readonly what: string;
  readonly before: string;
  readonly change: string;
  readonly after: string;
};

/** The inputs of a command are texts, or switches that are given or not. */
type InputShape = Readonly<Record<string, z.ZodType>>;
type AnswerShape = Readonly<Record<string, z.ZodType>>;

/** File that a command takes: its most bytes, and its kind: PDF, JPEG or PNG; SVG or PNG; CSV; CSV or XLSX. */
export type TakenFile = { readonly maximum: number; readonly kind: 'document' | 'picture' | 'sheet' | 'workbook' };

/** A command that a second person approves, so its effect has to be visible before it is carried out. */
type OfTwo<Input> = {
  /**
   * Present for a command that creates or moves money, passes an identity check or gives access: it becomes a request
   * that a second person approves. The check runs when it is asked for, so that a command that cannot work is refused
   * straight away; it writes nothing.
   */
  readonly check: (call: DeskCallInTransaction<Input>) => Promise<DeskOutcome>;
  /** Asks systems of others when it is asked for, before the transaction of the check. Undefined: nothing is wrong. */
  readonly checkOutside?: (call: DeskCall<Input>) => Promise<DeskRefusal | undefined>;
  /**
   * Reads what would change if it were carried out now, one line for each thing, with no more of a person than the
   * desk may see of them. It writes and locks nothing, and is empty if nothing could be carried out any more.
   */
  readonly effect: (call: DeskCallInTransaction<Input>) => Promise<readonly Effect[]>;
};

type Declared<Input, Row> = {
  /** Name as it is typed: `charge-fee`. */
  readonly name: string;
  /** Name as it is read in a browser: "Charge a fee". */
  readonly title: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** An input that may be typed without its name. */
  readonly positional?: keyof Input & string;
  /** Columns of the answer that are shown to the approver and not kept with the request. */
  readonly shownOnce?: readonly (keyof Row & string)[];
  /**
   * Columns that only the member who asked sees, with the answer of their request: they are computed from its key and
   * not stored.
   */
  readonly forAsker?: (ctx: Pick<AppContext, 'secrets'>, key: string) => DeskRow;
} & (
  | (OfTwo<Input> & { readonly takesFile?: never })
  | {
      readonly check?: never;
      readonly effect?: never;
      /**
       * It takes a file: the body of its call is the bytes, as of the calls of cardholders, and more than the most are
       * refused before they are read. Its input has the `name` of the file.
       */
      readonly takesFile?: TakenFile;
    }
) &
  (
    | { readonly run: (call: DeskCallInTransaction<Input>) => Promise<DeskOutcome> }
    /** For a command with separate transactions: it must be safe to repeat under `key`. */
    | { readonly runAlone: (call: DeskCall<Input>) => Promise<DeskOutcome> }
  ) &
  (
    | { readonly permission: 'look'; readonly done?: never }
    | {
        readonly permission: Exclude<Permission, 'look'>;
        /**
         * End of the command in words, from its first row, its input and all rows. Columns that are shown once are not used: they
         * are empty when a request is read again.
         */
        readonly done: (row: Row, input: Input, rows: readonly Row[]) => Done;
      }
  );

/** A command as the desk keeps it, whatever its input. */
export type DeskCommand = Omit<
  Declared<never, DeskRow>,
  'positional' | 'check' | 'effect' | 'takesFile' | 'permission' | 'done'
> & {
  readonly permission: Permission;
  readonly done?: (row: never, input: never, rows: never) => Done;
  readonly positional?: string;
  readonly check?: (call: DeskCallInTransaction<never>) => Promise<DeskOutcome>;
  readonly checkOutside?: (call: DeskCall<never>) => Promise<DeskRefusal | undefined>;
  readonly effect?: (call: DeskCallInTransaction<never>) => Promise<readonly Effect[]>;
  readonly takesFile?: TakenFile;
  readonly input: z.ZodObject;
  readonly answer: z.ZodObject;
  readonly run?: (call: DeskCallInTransaction<never>) => Promise<DeskOutcome>;
  readonly runAlone?: (call: DeskCall<never>) => Promise<DeskOutcome>;
};

export type DeskCommands = ReadonlyMap<string, DeskCommand>;

/**
 * A command with the types of what it takes and answers, for programs that give it. They exist only for the compiler.
 */
export type TypedCommand<Name extends string, Input, Row> = DeskCommand & {
  readonly name: Name;
  readonly types?: { readonly input: Input; readonly row: Row };
};

/**
 * Declares a command of the desk. It reads and writes no console: it takes who gives it and the checked
 * input, and returns rows or a refusal, so that the command line and a console in a browser share it.
 * `input` checks what was typed. `answer` names the columns that leave; others are dropped.
 */
export function deskCommand<I extends InputShape, A extends AnswerShape, const Name extends string = string>(
  command: Declared<z.output<z.ZodObject<I>>, z.output<z.ZodObject<A>>> & {
    readonly name: Name;
    readonly input: z.ZodObject<I>;
    readonly answer: z.ZodObject<A>;
  },
): TypedCommand<Name, z.input<z.ZodObject<I>>, z.output<z.ZodObject<A>>> {
  return command;
}
