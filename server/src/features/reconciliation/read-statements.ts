import { hash } from 'node:crypto';
import type { AppContext } from '../../compose/context.ts';
import { codeOf } from '../../outside/outcome.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { lockNames } from '../../platform/database/named-locks.ts';
import { bankText, xmlText } from '../../platform/text/text-encoding.ts';
import { bankSenderOf } from '../programme/public.ts';
import { REFUSED_FOR_MS, type Trouble } from '../settlement/public.ts';
import { readCamtStatement } from './camt-statement.domain.ts';
import { isAdyenSettlement, readAdyenSettlement } from './adyen-settlement.domain.ts';
import {
  beginAt,
  entriesOf,
  listEntries,
  listLines,
  moveUp,
  saveMatches,
  toOpenEntries,
  toOpenLine,
  transfersByReference,
} from './compare.store.ts';
import { readColumnStatement } from './column-statement.domain.ts';
import { HEADER, readCsvStatement } from './csv-statement.domain.ts';
import { isNear, type Matching, matchLines } from './match.domain.ts';
import { referencesIn } from './settlements/settlement.domain.ts';
import { noteStatements } from './note-statements.ts';
import { postNets } from './post-lines.ts';
import { insertStatement, namesRead } from './statement.store.ts';
import { type ComparedAccount, COMPARED_ACCOUNTS, type ReadStatement, type Statement } from './statement.types.ts';

/** Names of statements: those of other files of the bank end otherwise. */
const STATEMENT = /^(\d+)-.*\.statement\.(xml|csv)$/;

/**
 * Reads new statements of a programme, each once but refused ones again, and compares them with the books.
 *
 * @param unfetched trouble with statements that a gateway is asked for
 */
export async function readStatements(
  ctx: AppContext,
  tenantId: number,
  signal?: AbortSignal,
  unfetched: readonly Trouble[] = [],
): Promise<void> {
  const unread: Trouble[] = [...unfetched];
  for (const account of COMPARED_ACCOUNTS) {
    if (signal?.aborted) return;
    unread.push(...(await readFolder(ctx, tenantId, account, signal)));
  }
  if (!signal?.aborted) await noteStatements(ctx, tenantId, unread);
  // Lines with a reference on both sides are matched before lines that only have an equal amount.
  await postNets(ctx, tenantId);
  for (const account of COMPARED_ACCOUNTS) await compareAccount(ctx, tenantId, account);
}

async function readFolder(
  ctx: AppContext,
  tenantId: number,
  account: ComparedAccount,
  signal?: AbortSignal,
): Promise<Trouble[]> {
  const folder = ctx.outside.statements[account];
  const there = await folder.list();
  if (there.kind !== 'done') return [{ kind: 'statementUnread', file: account, reason: codeOf(there) }];
  const names = there.value.map(({ name }) => name).filter((name) => STATEMENT.exec(name)?.[1] === String(tenantId));
  const refusedSince = ctx.clocks.business.now() - REFUSED_FOR_MS;
  const known = await ctx.database.read(tenantId, (tx) => namesRead(tx, { tenantId, account }, names, refusedSince));
  const unread: Trouble[] = [];
  for (const name of names) {
    if (signal?.aborted) break;
    if (known.has(name)) continue;
    const file = await folder.read(name);
    if (file.kind === 'done') await takeStatement(ctx, tenantId, account, name, file.value);
    else unread.push({ kind: 'statementUnread', file: name, reason: codeOf(file) });
  }
  return unread;
}

/** Stores a statement with its lines, once whatever its name. */
export async function takeStatement(
  ctx: AppContext,
  tenantId: number,
  account: ComparedAccount,
  name: string,
  bytes: Buffer,
): Promise<void> {
  const isXml = name.endsWith('.xml');
  const { encoding, statementColumns } = ctx.config.bank;
  const decoded = isXml ? xmlText(bytes) : { text: bankText(bytes, encoding) };
  const text = asLines('text' in decoded ? decoded.text : bytes.toString('latin1'));
  const today = dayAt(ctx.clocks.business.now());
  const columns = account === 'bank' && !text.split('\n').includes(HEADER) ? statementColumns : undefined;
  const csv = () => {
    if (account === 'gateway' && isAdyenSettlement(text)) return readAdyenSettlement(text);
    return columns ? readColumnStatement(text, columns) : readCsvStatement(text);
  };
  const said = notOfTheFuture(
    today,
    'unknown' in decoded ? unreadable(decoded.unknown) : isXml ? readCamtStatement(text) : csv(),
  );
  const read = ofOurAccount(ctx, tenantId, account, said);
  const refused = read.ok ? null : read.problem;
  const statement = read.ok ? read.statement : { lines: [], opening: null, closing: null, accountNumber: '' };
  // A refused statement may come again under another name.
  const digest = hash('sha256', [refused === null ? '' : name, ...contentOf(statement, text)].join('\n'), 'buffer');
  await ctx.database.transact(tenantId, async (tx) => {
    const readAt = ctx.clocks.business.now();
    const references = statement.lines.map(({ reference }) => reference);
    const ours = new Set((await transfersByReference(tx, { tenantId, account }, references)).keys());
    // One that was read under another name is met in each round, and changes nothing.
    if (!(await insertStatement(tx, { tenantId, account, name, digest, refused, statement, ours, readAt }))) return;
    audit(tx, ctx.clocks, {
      tenantId,
      actor: account === 'schemeSettlement' ? 'network' : account,
      action: 'statement.read',
      object: `statement:${digest.toString('hex').slice(0, 16)}`,
      outcome: 'ok',
      details: { account, refused, lines: statement.lines.length },
    });
  });
}

/** Text with lines that end alike, without blank lines or an end-of-file mark of old systems behind the last. */
function asLines(text: string): string {
  return text
    .replaceAll('\0', ' ')
    .replaceAll('\x1a', ' ')
    .replaceAll(/\r*\n|\r/g, '\n')
    .trimEnd();
}

/** Content that identifies a statement: it may be sent again with another id and time. */
function contentOf({ lines, opening, closing, accountNumber }: Statement, text: string): readonly string[] {
  if (lines.length === 0) return text.split(/\r?\n/).filter((line) => line !== '');
  const entries = lines.map(({ day, cents, reference, words }) =>
    JSON.stringify([day, String(cents), reference, words]),
  );
  return [`${accountNumber} ${opening} ${closing}`, ...entries];
}

const unreadable = (encoding: string): ReadStatement => ({
  ok: false,
  problem: `it is in the encoding ${encoding.slice(0, 40)}, which is not known: have its bank write UTF-8`,
});

/** Refuses a statement with a future day: it would count as the last one until then. */
function notOfTheFuture(today: string, read: ReadStatement): ReadStatement {
  const day = read.ok && read.statement.lines.map((line) => line.day).find((one) => one > today && !isNear(one, today));
  return typeof day === 'string' ? { ok: false, problem: `it says the day ${day}` } : read;
}

const UNNAMED =
  'it names no account: have its bank add a row of the kind account, or set WATTLE_STATEMENT_ACCOUNT to own';

/** Whether it is our account. Banks write it with or without its BSB, and fill its number with zeros. */
function isAccount(written: string, { bsb, accountNumber }: { readonly bsb: string; readonly accountNumber: string }) {
  const digits = (text: string) => text.replace(/\W/g, '');
  const unfilled = (text: string) => digits(text).replace(/^0+/, '');
  const withoutBsb = digits(written).startsWith(digits(bsb)) ? digits(written).slice(digits(bsb).length) : written;
  return [written, withoutBsb].some((text) => unfilled(text) === unfilled(accountNumber));
}

/** Refuses a statement of another account of the bank, and one without a number where the bank always writes it. */
function ofOurAccount(ctx: AppContext, tenantId: number, account: ComparedAccount, read: ReadStatement): ReadStatement {
  if (!read.ok || account !== 'bank') return read;
  if (read.statement.accountNumber === '') {
    return ctx.config.bank.statementsNameAccount ? { ok: false, problem: UNNAMED } : read;
  }
  const own = bankSenderOf(ctx, tenantId);
  return own && isAccount(read.statement.accountNumber, own)
    ? read
    : { ok: false, problem: 'it is of another account' };
}

/**
 * The scheme names each message of ours; the gateway names charges, but not reversals. Each line of the bank is money
 * of ours that was moved, even if another line reverses it.
 */
const MATCHING: Readonly<Record<ComparedAccount, Matching>> = {
  bank: { byAmount: () => true, takesBack: false },
  schemeSettlement: { byAmount: () => false, takesBack: true },
  gateway: { byAmount: ({ cents }) => cents < 0n, takesBack: true },
};

/** Matches what is open on both sides. A repetition has no effect. */
function compareAccount(ctx: AppContext, tenantId: number, account: ComparedAccount): Promise<void> {
  return ctx.database.transact(tenantId, async (tx) => {
    const of = { tenantId, account };
    await lockNames(tx, [`statements:${tenantId}:${account}`]);
    const lines = await listLines(tx, of, null);
    const [first] = lines;
    if (!first) return;
    await beginAt(tx, of, first.day);
    const references = lines.flatMap(({ reference }) => referencesIn(reference));
    const known = await transfersByReference(tx, of, references);
    // The scheme's are many, and each is named.
    const entries = await (account === 'schemeSettlement'
      ? entriesOf(tx, of, [...known.values()])
      : listEntries(tx, of, null));
    const open = lines.map((line) => toOpenLine(line, known));
    await saveMatches(tx, of, matchLines(open, await toOpenEntries(tx, of, entries), MATCHING[account]));
    await moveUp(tx, of);
  });
}
