import * as z from 'zod';
import { type BankNames, bankNames, bankNamesEnvironment } from './bank-names.ts';
import { type Mode, rulesOf } from './mode.ts';
import { ConfigError, refuseHalves } from './config-error.ts';
import { BANK_ENCODINGS, type BankEncoding } from '../platform/text/text-encoding.ts';

/** BSBs of the demo begin so, and no bank's do. */
export const isDemoBsb = (bsb: string): boolean => bsb.startsWith('000');

/** Shapes of its parts, wherever they are set. */
export const BANK_PARTS = {
  institution: z.string().regex(/^[A-Z]{3}$/, 'must be three letters'),
  userId: z.string().regex(/^\d{6}$/, 'must be 6 digits'),
  bsb: z.string().regex(/^\d{3}-\d{3}$/, 'must be written as 000-001'),
  account: z.string().regex(/^[\dA-Z]{1,9}$/, 'must be at most 9 letters or digits'),
} as const;

/** Contents of a column of a bank's own export; `-`: nothing that is read. */
const STATEMENT_COLUMNS = [
  'date',
  'amount',
  'debit',
  'credit',
  'text',
  'reference',
  'account',
  'balance',
  '-',
] as const;
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number];

const statementColumns = z
  .string()
  .transform((typed) => typed.split(',').map((column) => column.trim()))
  .pipe(z.array(z.enum(STATEMENT_COLUMNS)))
  .refine((columns) => {
    const count = (column: StatementColumn) => columns.filter((one) => one === column).length;
    const isOnce = STATEMENT_COLUMNS.every((column) => column === '-' || column === 'text' || count(column) <= 1);
    const hasSides = count('debit') === 1 && count('credit') === 1;
    const hasNone = count('debit') === 0 && count('credit') === 0;
    return isOnce && count('date') === 1 && (count('amount') === 1 ? hasNone : hasSides);
  }, 'must name the date, and either the amount or debit and credit, each once')
  .optional();

/** How the bank knows the programme, a part of the environment (config.ts). */
export const bankEnvironment = {
  /** Three letters of the bank that takes the files. */
  WATTLE_BANK_INSTITUTION: BANK_PARTS.institution.optional(),
  WATTLE_BANK_USER_NAME: z.string().max(26).optional(),
  WATTLE_BANK_USER_ID: BANK_PARTS.userId.optional(),
  /** The programme's account at that bank. */
  WATTLE_BANK_BSB: BANK_PARTS.bsb.optional(),
  WATTLE_BANK_ACCOUNT: BANK_PARTS.account.optional(),
  /** Whether a file of direct entry is balanced by a line of that account. */
  WATTLE_BANK_CONTRA: z.enum(['yes', 'no']).default('yes'),
  /** Account to which a payment is returned: the programme's, or the payer's where the bank allows it. */
  WATTLE_BANK_TRACE: z.enum(['programme', 'payer']).default('programme'),
  /** How the bank writes its answers, BSBs and billers. */
  WATTLE_BANK_ENCODING: z.enum(BANK_ENCODINGS).default('latin1'),
  /** Whether the bank leaves files where they were put: then one that is not there was never sent. */
  WATTLE_BANK_KEEPS_FILES: z.enum(['yes', 'no']).optional(),
  /** Time of day in Melbourne, on the business day after a file was sent, by which the bank has answered it. */
  WATTLE_BANK_ANSWERS_BY: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, as 12:00')
    .default('12:00'),
  /** Time of day in Melbourne, on the next business day, by which each statement of a business day has come. */
  WATTLE_STATEMENTS_BY: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, as 12:00')
    .default('12:00'),
  /**
   * Account of a bank statement that names none: `own` where the folder has statements of only the programme's account,
   * `named` where each must name its account. The sandbox takes them as its own.
   */
  WATTLE_STATEMENT_ACCOUNT: z.enum(['named', 'own']).optional(),
  /** Columns of the bank's own comma-separated statements, in their order: `date,amount,text,balance`. */
  WATTLE_STATEMENT_COLUMNS: statementColumns,
  /** Dollars above which a second person takes a file of the bank that credits payers. */
  WATTLE_BANK_TWO_PEOPLE_ABOVE: z.coerce.number().int().min(0).default(10_000),
  ...bankNamesEnvironment,
};

const shape = z.object(bankEnvironment);
type Environment = z.output<typeof shape> & { readonly WATTLE_MODE: Mode };

/** How the bank knows the programme. */
export type BankSender = {
  readonly institution: string;
  readonly userName: string;
  readonly userId: string;
  readonly description: string;
  /** `000-001`. */
  readonly bsb: string;
  readonly accountNumber: string;
  readonly hasContra: boolean;
  /** Whether a payment names its payer's own account as the one that it comes back to. */
  readonly tracesPayer: boolean;
};

export type BankSettings = {
  /** Undefined: the programme has no bank, and no files are made. */
  readonly sender: BankSender | undefined;
  /** Whether the sandbox's bank takes the files. */
  readonly isOfSandbox: boolean;
  readonly keepsFiles: boolean;
  /** Encoding of the files that it leaves. */
  readonly encoding: BankEncoding;
  /** Time of day, on the business day after, by which a file that was sent is answered. */
  readonly answersBy: string;
  /** By when a statement has come, on the business day after its own: `12:00`. */
  readonly statementsBy: string;
  /** Whether a statement of the bank must name its account. */
  readonly statementsNameAccount: boolean;
  /** Columns of the bank's own comma-separated statements; undefined: its statements have our columns. */
  readonly statementColumns: readonly StatementColumn[] | undefined;
  /** Cents. */
  readonly twoPeopleAbove: bigint;
  readonly names: BankNames;
};

const DESCRIPTION = 'PAYMENTS';

export function bankSettings(value: Environment): BankSettings {
  refuseHalves(value, [
    'WATTLE_BANK_INSTITUTION',
    'WATTLE_BANK_USER_NAME',
    'WATTLE_BANK_USER_ID',
    'WATTLE_BANK_BSB',
    'WATTLE_BANK_ACCOUNT',
  ]);
  const { WATTLE_BANK_INSTITUTION: institution, WATTLE_BANK_USER_NAME: userName } = value;
  const { WATTLE_BANK_USER_ID: userId, WATTLE_BANK_BSB: bsb, WATTLE_BANK_ACCOUNT: accountNumber } = value;
  const { hasSandboxSystems } = rulesOf(value.WATTLE_MODE);
  if (!hasSandboxSystems && bsb !== undefined && isDemoBsb(bsb))
    throw new ConfigError(`WATTLE_BANK_BSB: ${bsb} is of the demo: your bank gives you one`);
  const hasContra = value.WATTLE_BANK_CONTRA === 'yes';
  const tracesPayer = value.WATTLE_BANK_TRACE === 'payer';
  const given =
    institution && userName && userId && bsb && accountNumber
      ? { institution, userName, userId, bsb, accountNumber, description: DESCRIPTION, hasContra, tracesPayer }
      : undefined;
  return {
    sender: given ?? (hasSandboxSystems ? { ...SANDBOX_SENDER, hasContra, tracesPayer } : undefined),
    isOfSandbox: hasSandboxSystems && !given,
    keepsFiles: (value.WATTLE_BANK_KEEPS_FILES ?? (hasSandboxSystems && !given ? 'yes' : 'no')) === 'yes',
    encoding: value.WATTLE_BANK_ENCODING,
    answersBy: value.WATTLE_BANK_ANSWERS_BY,
    statementsBy: value.WATTLE_STATEMENTS_BY,
    statementsNameAccount: (value.WATTLE_STATEMENT_ACCOUNT ?? (hasSandboxSystems ? 'own' : 'named')) === 'named',
    statementColumns: value.WATTLE_STATEMENT_COLUMNS,
    twoPeopleAbove: BigInt(value.WATTLE_BANK_TWO_PEOPLE_ABOVE) * 100n,
    names: bankNames(value),
  };
}

const SANDBOX_SENDER = {
  institution: 'SBX',
  userName: 'WATTLE SANDBOX',
  userId: '301500',
  description: DESCRIPTION,
  bsb: '000-001',
  accountNumber: '700100200',
};
