import { DIRECT_ENTRY } from '@wattle/contract/rules/direct-entry.ts';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { openFolderExchange } from '../../outside/files/folder.ts';
import { centsOf, checked, parsedArgs, UsageError } from './command.ts';

/** A deposit as another bank sends it. */
type Deposit = {
  readonly programme: string;
  readonly bsb: string;
  readonly account: string;
  readonly cents: number;
  readonly from: string;
  readonly reference: string;
  /** Account that it comes from. */
  readonly origin: { readonly bsb: string; readonly account: string };
};

/** Where the sandbox's deposits come from, and go back to. */
const ORIGIN = { bsb: '000-101', account: '55512345' };

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  account: TEXT,
  amount: TEXT,
  bsb: TEXT,
  from: TEXT,
  reference: TEXT,
  programme: TEXT,
  origin: TEXT,
} as const;

/** Reads what was typed after `npm run sim -- deposit`. Throws UsageError. */
function readDeposit(argv: readonly string[]): Deposit {
  const { account, amount, ...rest } = parsedArgs({ args: [...argv], options: OPTIONS }).values;
  if (account === undefined) throw new UsageError('deposit needs --account.');
  if (amount === undefined) throw new UsageError('deposit needs --amount.');
  return {
    programme: checked('programme', rest.programme, /^[1-9]\d{0,5}$/, 'the number of a programme') ?? '1',
    bsb: checked('bsb', rest.bsb, /^\d{3}-\d{3}$/, 'a BSB such as 000-001') ?? '000-001',
    account: checked('account', account, /^[\dA-Za-z]{1,9}$/, 'at most 9 digits') ?? '',
    cents: centsOf(amount),
    from: words('from', rest.from, 16) ?? 'Acme Pty Ltd',
    reference: words('reference', rest.reference, 18) ?? 'Deposit',
    origin: originOf(rest.origin),
  };
}

function originOf(origin: string | undefined): Deposit['origin'] {
  const given = checked('origin', origin, /^\d{3}-\d{3} \d{1,9}$/, 'a BSB and an account number');
  const [bsb = '', account = ''] = given?.split(' ') ?? [];
  return given === undefined ? ORIGIN : { bsb, account };
}

function words(name: string, value: string | undefined, longest: number): string | undefined {
  if (value !== undefined && (value === '' || value.length > longest || !DIRECT_ENTRY.test(value)))
    throw new UsageError(`--${name} takes 1 to ${longest} characters of direct entry.`);
  return value;
}

/** The bank's file of one deposit on a day, `2026-11-20`. Its description makes each file another one. */
function fileOf({ bsb, account, cents, from, reference, origin }: Deposit, id: string, day: string): string {
  const digits = String(cents).padStart(10, '0');
  const date = `${day.slice(8)}${day.slice(5, 7)}${day.slice(2, 4)}`;
  const header = `0${' '.repeat(17)}01SBX${' '.repeat(7)}${'SANDBOX BANK'.padEnd(26)}000000${id.padEnd(12)}${date}`;
  const line =
    `1${bsb}${account.padStart(9)} 50${digits}${' '.repeat(32)}${reference.padEnd(18)}` +
    `${origin.bsb}${origin.account.padStart(9)}${from.padEnd(16)}${'0'.repeat(8)}`;
  const trailer = `7999-999${' '.repeat(12)}${digits}${digits}${'0'.repeat(10)}${' '.repeat(24)}000001`;
  return [header.padEnd(120), line, trailer.padEnd(120)].map((each) => `${each}\r\n`).join('');
}

type At = { readonly dataFolder: string; readonly readDay: () => Promise<string> };

/** `npm run sim -- deposit`: leaves a file of one deposit where the sandbox's bank does. Answers its name. */
export async function leaveDeposit(argv: readonly string[], { dataFolder, readDay }: At): Promise<string> {
  const deposit = readDeposit(argv);
  const id = randomBytes(6).toString('hex').toUpperCase();
  const name = `${deposit.programme}-sim-${id}.deposits`;
  const exchange = openFolderExchange(path.join(dataFolder, 'incoming/bank'));
  const left = await exchange.put(name, Buffer.from(fileOf(deposit, id, await readDay()), 'latin1'));
  if (left.kind !== 'done') throw new Error(`${name} could not be written`);
  return name;
}
