import { err, ok } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Effect } from '../../payments/public.ts';
import { type AnswerLine, finishLine } from '../answers/bank-answer.store.ts';
import {
  type FileLine,
  listAlike,
  listByShortId,
  listFileLines,
  type NamedIncoming,
  noteFileLine,
  shortId,
  shortIdIn,
} from './incoming.store.ts';

/** Deposit, as far as it may be the money of another one. */
export type NamedMoney = {
  readonly bsb: string;
  readonly accountNumber: string;
  readonly cents: bigint;
  readonly reference: string;
  /** Number in the network. Undefined: a line of a file. */
  readonly networkId?: string | undefined;
};

type Named = { readonly instant: readonly NamedIncoming[]; readonly lines: readonly FileLine[] };

/**
 * Checks under the lock of a network id that its money is posted once, though the network and a file of deposits name
 * it. The network comes first: a line of a file is never posted beside it. Undefined: the reference names none.
 */
export function postedOnce(money: NamedMoney): Effect<'not_found', Named> | undefined {
  const short = money.networkId === undefined ? shortIdIn(money.reference) : shortId(money.networkId);
  if (short === undefined) return undefined;
  return {
    lock: `networkMoney:${short}`,
    async read({ tx, tenantId }) {
      return { instant: await listByShortId(tx, tenantId, short), lines: await listFileLines(tx, tenantId, short) };
    },
    decide(state) {
      const isElsewhere =
        money.networkId === undefined ? state.instant.length > 0 : postedByFile(state.lines, money) !== undefined;
      return isElsewhere ? err('not_found') : ok({ state });
    },
  };
}

/** Line of a file that has posted the money of a payment of the network before. */
function postedByFile(lines: readonly FileLine[], money: NamedMoney): FileLine | undefined {
  return lines.find((line) => line.state !== 'Open' && isSame(line, money));
}

/** Finishes a payment of the network whose money a file brought before. False: none did. */
export async function finishByFile(
  ctx: AppContext,
  tenantId: number,
  answerId: string,
  money: NamedMoney & { readonly networkId: string },
): Promise<boolean> {
  return ctx.database.transact(tenantId, async (tx) => {
    const line = postedByFile(await listFileLines(tx, tenantId, shortId(money.networkId)), money);
    if (!line) return false;
    if (!(await noteFileLine(tx, tenantId, money.networkId, line))) return false;
    const of = { bank_answer_id: BigInt(answerId), line: 1 };
    finishLine(tx, tenantId, of, { state: 'Done', transferId: null, atMs: ctx.clocks.business.now() });
    return true;
  });
}

/**
 * Payment of the network that a line of a file names. `doubtful`: it may be one, which a person decides. Undefined: the
 * line is other money.
 */
async function namedByLine(
  tx: Tx,
  tenantId: number,
  line: AnswerLine,
): Promise<NamedIncoming | 'doubtful' | undefined> {
  const short = shortIdIn(line.reference);
  const named = short === undefined ? [] : await listByShortId(tx, tenantId, short);
  const [first, ...others] = named;
  if (first) {
    const own = `${line.bank_answer_id}:${line.line}`;
    const isFree = first.file === null || first.file === own;
    return others.length === 0 && isFree && isSame(moneyOf(line), first) && hasOrigin(line, first) ? first : 'doubtful';
  }
  const { bsb, account_number: accountNumber, cents, from_bsb: fromBsb, from_account: fromAccount } = line;
  if (fromBsb === null || fromAccount === null) return undefined;
  const like = { bsb, accountNumber, cents, fromBsb, fromAccount, day: line.file_day };
  return (await listAlike(tx, tenantId, like)).length > 0 ? 'doubtful' : undefined;
}

/** Finishes a line of a file that names a payment of the network, and posts nothing. */
export async function finishNamed(
  ctx: AppContext,
  tenantId: number,
  line: AnswerLine,
): Promise<'done' | 'doubtful' | undefined> {
  const named = await ctx.database.read(tenantId, (tx) => namedByLine(tx, tenantId, line));
  if (named === undefined || named === 'doubtful') return named;
  const of = { answerId: line.bank_answer_id, line: line.line };
  return ctx.database.transact(tenantId, async (tx) => {
    const isOwn = named.file !== null || (await noteFileLine(tx, tenantId, named.networkId, of));
    if (!isOwn) return 'doubtful';
    const { transferId } = named;
    finishLine(tx, tenantId, line, { state: 'Done', transferId, atMs: ctx.clocks.business.now() });
    return 'done';
  });
}

type Money = { readonly bsb: string | null; readonly accountNumber: string | null; readonly cents: bigint };

const moneyOf = ({ bsb, account_number: accountNumber, cents }: AnswerLine): Money => ({ bsb, accountNumber, cents });

const isSame = (one: Money, other: Money) =>
  one.bsb === other.bsb && one.accountNumber === other.accountNumber && one.cents === other.cents;

/** Whether both came from one account, as far as both say it. */
function hasOrigin({ from_bsb: bsb, from_account: number }: AnswerLine, { fromBsb, fromAccount }: NamedIncoming) {
  if (bsb === null || number === null || fromBsb === null || fromAccount === null) return true;
  return bsb === fromBsb && number === fromAccount;
}
