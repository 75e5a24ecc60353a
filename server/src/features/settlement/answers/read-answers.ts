import { hash } from 'node:crypto';
import type { AppContext } from '../../../compose/context.ts';
import type { ExchangedFile } from '../../../outside/files/port.ts';
import { codeOf } from '../../../outside/outcome.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { lockNames } from '../../../platform/database/named-locks.ts';
import { bankText } from '../../../platform/text/text-encoding.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { bankSenderOf } from '../../programme/public.ts';
import { BANK_FILE } from '../bank-file.states.domain.ts';
import {
  DIGEST_SHOWN,
  findFileByName,
  lockFile,
  moveFilePayments,
  saveFileState,
  voidLines,
} from '../files/bank-file.store.ts';
import { releaseDebits } from '../files/debit-file.store.ts';
import { settleFile } from '../files/settle-file.kind.ts';
import { PAID, readBpayResults, RESULT_WIDTH } from '../formats/bpay-batch.domain.ts';
import { readDeposits } from '../formats/deposits.domain.ts';
import { readReturns } from '../formats/direct-entry.domain.ts';
import { dayOfFile, DIRECT_ENTRY_WIDTH, linesIn } from '../formats/direct-entry-reader.domain.ts';
import { statesThatMove } from '../moving.domain.ts';
import { REFUSED_FOR_MS, tenantIds, type Trouble } from '../trouble/trouble.store.ts';
import {
  type AnswerKind,
  findNameOfDigest,
  findNameOfRecords,
  insertAnswer,
  namesRead,
  type NewAnswer,
  type NewLine,
} from './bank-answer.store.ts';

/** Kinds of files that the bank leaves. Payments of the network are read by calls. */
type FileKind = Exclude<AnswerKind, 'instant'>;

const KINDS: readonly (readonly [ending: string, kind: FileKind])[] = [
  ['.outcome', 'outcome'],
  ['.returns', 'returns'],
  ['.results', 'bpayResults'],
  ['.deposits', 'deposits'],
];

/** Statements of the account, which are compared with the books instead. */
const STATEMENT = /\.statement\.(xml|csv)$/;

/**
 * Wages are equal deposits for several people that recur after a week or later. Staff check equal files that come
 * sooner.
 */
const COMES_AGAIN_MS = 4 * 24 * 3_600_000;

const HALF_A_YEAR_MS = 182 * 24 * 3_600_000;

/** Lines that credit an account. */
const CREDITS: ReadonlySet<NewLine['kind']> = new Set(['return', 'unpaid', 'deposit']);

/**
 * Reads new files of the bank, and refused ones again: the bank, a setting or a release may have fixed them. Content is
 * taken once, whatever its name. Returns the files that could not be read.
 */
export async function readAnswers(ctx: AppContext, tenantId: number, signal?: AbortSignal): Promise<Trouble[]> {
  const there = await ctx.outside.bank.incoming.list();
  if (there.kind !== 'done') return [{ kind: 'unreachable', file: '', reason: codeOf(there) }];
  const trouble = await listMisnamed(ctx, tenantId, there.value);
  // File names start with the number of their programme.
  const names = there.value
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${tenantId}-`) && !STATEMENT.test(name));
  const refusedSince = ctx.clocks.business.now() - REFUSED_FOR_MS;
  const known = await ctx.database.read(tenantId, (tx) => namesRead(tx, tenantId, names, refusedSince));
  for (const name of names) {
    if (signal?.aborted) break;
    if (known.has(name)) continue;
    const file = await ctx.outside.bank.incoming.read(name);
    if (file.kind === 'done') await takeAnswer(ctx, tenantId, name, file.value);
    else trouble.push({ kind: 'unread', file: name, reason: codeOf(file) });
  }
  return trouble;
}

/** Files with the number of no programme, which the first programme reports. */
async function listMisnamed(ctx: AppContext, tenantId: number, files: readonly ExchangedFile[]): Promise<Trouble[]> {
  const all = await ctx.database.readShared(tenantIds);
  if (all[0] !== tenantId) return [];
  const known = new Set(all.map(String));
  const isMisnamed = ({ name }: ExchangedFile) => !known.has(/^(\d+)-/.exec(name)?.[1] ?? '');
  return files.filter(isMisnamed).map(({ name }) => ({ kind: 'misnamed', file: name, reason: '' }));
}

/** Stores a file of the bank with its lines. The lines are processed later. */
export async function takeAnswer(ctx: AppContext, tenantId: number, name: string, bytes: Buffer): Promise<void> {
  const { encoding } = ctx.config.bank;
  const text = bankText(bytes, encoding);
  const kind = KINDS.find(([ending]) => name.endsWith(ending))?.[1] ?? 'unknown';
  // PostgreSQL stores no NUL in a text.
  const read = await linesOf(ctx, tenantId, kind, text.replaceAll('\0', ' '));
  const { twoPeopleAbove } = ctx.config.bank;
  const credited = read.lines.reduce((sum, line) => (CREDITS.has(line.kind) ? sum + line.cents : sum), 0n);
  const records = kind === 'deposits' && read.lines.length > 1 ? recordsOf(text) : null;
  await ctx.database.transact(tenantId, async (tx) => {
    const readAt = ctx.clocks.business.now();
    await lockNames(tx, [`bankAnswers:${tenantId}`]);
    const like = records ? await findNameOfRecords(tx, tenantId, records, readAt - COMES_AGAIN_MS) : undefined;
    const waits = credited > twoPeopleAbove || like !== undefined;
    const state = read.problem !== undefined ? 'Refused' : waits ? 'Waiting' : 'Taken';
    const reason = read.problem ?? (like === undefined ? null : `its lines repeat ${like}`);
    const { lines, cents } = read;
    const digest = digestOf(kind, text, state === 'Refused' ? name : '');
    const answer: NewAnswer = { tenantId, name, digest, records, kind, state, reason, cents, text, readAt, lines };
    const isNew = await insertAnswer(tx, ctx.secrets, answer);
    if (!isNew && !(await noteRepeated(ctx, tx, answer))) return;
    audit(tx, ctx.clocks, {
      tenantId,
      actor: 'bank',
      action: 'bank_answer.read',
      object: `bank_answer:${digest.toString('hex').slice(0, 16)}`,
      outcome: isNew ? 'ok' : 'repeated',
      details: { kind, state, reason, lines: lines.length, cents: String(cents) },
    });
  });
}

/**
 * Stores a file with the same content as an earlier one, so that staff see it. False: the file was stored before,
 * because a refused file is read again.
 */
async function noteRepeated({ secrets }: AppContext, tx: Tx, answer: NewAnswer): Promise<boolean> {
  const { tenantId, name, digest, text } = answer;
  const before = await findNameOfDigest(tx, tenantId, digest);
  if (before === undefined || before === name) return false;
  const refused = { state: 'Refused', reason: `it repeats ${before}`, lines: [], cents: 0n } as const;
  return insertAnswer(tx, secrets, { ...answer, ...refused, digest: digestOf(answer.kind, text, name) });
}

/** Digest of the records of direct entry without the header, which has the date. */
function recordsOf(text: string): Buffer {
  return hash('sha256', linesIn(text, DIRECT_ENTRY_WIDTH).slice(1).join('\n'), 'buffer');
}

const WIDTHS: Readonly<Partial<Record<AnswerKind, number>>> = {
  returns: DIRECT_ENTRY_WIDTH,
  deposits: DIRECT_ENTRY_WIDTH,
  bpayResults: RESULT_WIDTH,
};

/**
 * Digest of the content of a file, normalised so that a copy with other line ends or other spaces at them is the same
 * file. The digest of a refused file includes its name, so that it can be accepted under the correct one.
 */
function digestOf(kind: AnswerKind, text: string, refusedAs = ''): Buffer {
  const lines = linesIn(text, WIDTHS[kind]).map((line) => `${line}\r\n`);
  const content = refusedAs + lines.join('');
  return hash('sha256', Buffer.from(content, /^[\0-\xff]*$/.test(content) ? 'latin1' : 'utf8'), 'buffer');
}

type Read = { readonly lines: readonly NewLine[]; readonly cents: bigint; readonly problem?: string };

async function linesOf(ctx: AppContext, tenantId: number, kind: FileKind, text: string): Promise<Read> {
  const sender = bankSenderOf(ctx, tenantId);
  const refused = (problem: string): Read => ({ lines: [], cents: 0n, problem });
  if (!sender) return refused('the programme has no bank');
  switch (kind) {
    case 'outcome':
      return judgeFile(ctx, tenantId, text);
    case 'returns': {
      const read = readReturns(text, sender);
      const fileDay = dayOfFile(text);
      if (fileDay === undefined) return refused('it says no day');
      // A wrong year would return payments of that year.
      if (Math.abs(Date.parse(fileDay) - ctx.clocks.business.now()) > HALF_A_YEAR_MS) {
        return refused(`it says the day ${fileDay}`);
      }
      const lines = read.lines.map(({ isDebit, ...line }) => ({
        ...line,
        kind: isDebit ? ('debitReturn' as const) : ('return' as const),
        fileDay,
        namedId: null,
      }));
      return { ...read, lines };
    }
    case 'bpayResults': {
      const read = readBpayResults(text, sender);
      const lines = read.lines.map((line) => ({
        line: line.line,
        kind: line.code === PAID ? ('paid' as const) : ('unpaid' as const),
        bsb: line.billerCode,
        accountNumber: line.reference,
        reference: '',
        cents: line.cents,
        day: null,
        namedId: line.transferId,
        code: line.code,
      }));
      return { ...read, lines };
    }
    case 'deposits': {
      const read = readDeposits(text);
      const lines = read.lines.map((line) => ({ ...line, kind: 'deposit' as const, day: null, namedId: null }));
      return { ...read, lines };
    }
    case 'unknown':
      return refused('the kind of file is not known');
  }
}

const DIGEST = new RegExp(`^[0-9a-f]{${DIGEST_SHOWN},64}$`);

/**
 * Processes the bank's judgement of a whole file: `1-de-20261120-1.aba,accepted,DIGEST`, where the digest may be its
 * leading digits alone, as many as the desk shows or more.
 */
async function judgeFile(ctx: AppContext, tenantId: number, text: string): Promise<Read> {
  const [named = '', outcome = '', digest = ''] = (linesIn(text)[0] ?? '').trim().split(',');
  const name = ctx.outside.bank.ourName(named);
  const file = await ctx.database.read(tenantId, (tx) => findFileByName(tx, tenantId, name));
  const refused = (problem: string): Read => ({ lines: [], cents: 0n, problem });
  if (!file) return refused('it names no file that we have made');
  const typed = digest.trim().toLowerCase();
  if (!DIGEST.test(typed)) return refused(`its digest is not ${DIGEST_SHOWN} to 64 hexadecimal digits`);
  if (!file.digest.toString('hex').startsWith(typed)) return refused(`its digest is not that of ${file.name}`);
  if (outcome === 'accepted') await acceptFile(ctx, tenantId, name);
  else if (outcome === 'rejected') await rejectFile(ctx, tenantId, file.id);
  else return refused('its outcome is not known');
  return { lines: [], cents: file.cents };
}

/** Records that the bank accepted a file, once even if it is confirmed again. */
export async function acceptFile(ctx: AppContext, tenantId: number, name: string): Promise<void> {
  const file = await ctx.database.read(tenantId, (tx) => findFileByName(tx, tenantId, name));
  const moved = file && move(BANK_FILE, { state: file.state, event: 'accept', by: 'bank' });
  if (!moved || moved.kind === 'done') return;
  if (moved.kind === 'refused') {
    const line = { tenantId, actor: 'bank', action: 'bank_file.accept', object: `bank_file:${file.id}` };
    await ctx.database.transact(tenantId, async (tx) => audit(tx, ctx.clocks, { ...line, outcome: moved.error }));
    return;
  }
  await ctx.payments.submit({ tenantId, kind: settleFile, key: `file:${name}`, actor: 'bank', input: { name } });
}

/** Records that the bank rejected a file: its payments go into another one. */
export async function rejectFile(ctx: AppContext, tenantId: number, id: bigint): Promise<void> {
  await ctx.database.transact(tenantId, async (tx) => {
    await lockNames(tx, [`bankFile:${id}`]);
    const found = await lockFile(tx, tenantId, id);
    const moved = found && move(BANK_FILE, { state: found.state, event: 'reject', by: 'bank' });
    if (!moved || moved.kind === 'done') return;
    const line = { tenantId, actor: 'bank', action: 'bank_file.reject', object: `bank_file:${id}` };
    audit(tx, ctx.clocks, { ...line, outcome: moved.kind === 'refused' ? moved.error : 'ok' });
    if (moved.kind === 'refused') return;
    const atMs = ctx.clocks.business.now();
    saveFileState(tx, tenantId, id, moved.to, atMs);
    if (found.method === 'debit') return releaseDebits(tx, tenantId, id);
    moveFilePayments(tx, tenantId, id, { from: statesThatMove('release', 'bank'), to: 'Made', atMs });
    voidLines(tx, tenantId, id);
  });
}
