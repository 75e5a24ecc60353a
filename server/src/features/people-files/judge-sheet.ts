import type { AppContext } from '../../compose/context.ts';
import { contactsOnRecord } from '../contact-marks/public.ts';
import {
  BROKEN,
  type CardRow,
  checkRow,
  isCardToBeMade,
  isCodeSent,
  type JudgedRow,
  judgeRows,
  namedReference,
  openingOf,
  type Place,
  type Reading,
} from '../issuing/public.ts';
import { hasChannel } from '../programme/public.ts';
import { type Doubt, judgeMarks, stateOf } from './judged-row.domain.ts';
import { findAlike } from './like-people.store.ts';
import type { Cells, NewRow, RowPlan } from './people-row.store.ts';

type Judging = Pick<AppContext, 'database' | 'secrets' | 'config' | 'programmes'>;

/** A row that is judged, and the file that it is of. */
export type RowToJudge = { readonly number: number; readonly line: number; readonly cells: Cells | null };
export type OfSheet = { readonly fileId: bigint; readonly place: Place; readonly reading: Reading };

/** Rows that are judged without a pause for other calls of the server. */
const AT_ONCE = 100;
const MARK_BYTES = 12;

/** Judges all rows of a file, each beside the rows before it. */
export async function judgeSheet(ctx: Judging, of: OfSheet, rows: readonly RowToJudge[]): Promise<readonly NewRow[]> {
  const firsts = new Map<string, number>();
  const all: NewRow[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    for (const row of await judgeSome(ctx, of, rows.slice(at, at + AT_ONCE))) {
      all.push(withMarks(row, (mark) => firsts.get(mark)));
      for (const mark of row.marks) if (!firsts.has(mark)) firsts.set(mark, row.number);
    }
  }
  return all;
}

/** Judges rows without the others of their file. */
export async function judgeSome(ctx: Judging, of: OfSheet, rows: readonly RowToJudge[]): Promise<readonly NewRow[]> {
  const { place, reading } = of;
  const checked = rows.map(({ cells }) =>
    cells ? checkRow(cells, reading) : ({ ok: false, findings: [BROKEN] } as const),
  );
  const judged = await judgeRows(ctx, place, checked, reading.today);
  const good = judged.flatMap((one) => (one.kind === 'good' ? [one.row] : []));
  const alike = await ctx.database.read(place.tenantId, (tx) => findAlike(tx, place, good));
  return rows.map(({ number, line, cells }, at) => {
    const one = judged[at] as JudgedRow;
    const row = one.kind === 'wrong' ? undefined : one.row;
    return {
      number,
      line,
      cells,
      reference: namedReference(cells ?? {}),
      findings: one.kind === 'wrong' ? one.findings : [],
      doubts: (one.kind === 'good' && alike.get(one.row)) || [],
      marks: marksOf(ctx, of.fileId, cells ?? {}, row),
      cardId: one.kind === 'known' ? one.cardId : null,
      ...planOf(ctx, place, one),
      state: stateOf({ isKnown: one.kind === 'known', isKept: false, findings: [], doubts: [] }),
    };
  });
}

/** The row with what it shares with others of its file, and its state by all that was found. */
export function withMarks<Row extends NewRow & { readonly isKept?: boolean }>(
  row: Row,
  rowOf: (mark: string) => number | undefined,
): Row {
  const shared = judgeMarks(row.marks, rowOf);
  const findings = [...row.findings, ...shared.findings];
  const doubts: readonly Doubt[] = [...row.doubts, ...shared.doubts];
  const isKnown = row.cardId !== null;
  return { ...row, findings, doubts, state: stateOf({ isKnown, isKept: row.isKept ?? false, findings, doubts }) };
}

/** Keyed hashes of what only one row of a file may have, and of name and birthday. */
function marksOf({ secrets }: Judging, fileId: bigint, cells: Cells, row: CardRow | undefined): readonly string[] {
  const mark = (field: string, value: string) => {
    const hash = secrets.identifierHash(`peopleFile:${fileId}`, `${field}:${value}`).subarray(0, MARK_BYTES);
    return value === '' ? [] : [`${field}:${hash.toString('base64url')}`];
  };
  const reference = mark('reference', namedReference(cells));
  if (!row) return reference;
  const name = row.surname === '' ? '' : [row.surname, row.firstName, row.dateOfBirth].join('|').toLowerCase();
  return [
    ...reference,
    ...mark('cardNumber', row.cardNumber),
    ...mark('cardId', row.cardId),
    ...mark('account', row.account),
    ...mark('surname', name),
  ];
}

function planOf(ctx: Judging, { tenantId }: Place, one: JudgedRow): RowPlan {
  if (one.kind !== 'good')
    return { productId: null, isPerson: false, isMade: false, hasLetter: false, codeBy: null, openingCents: 0n };
  const { row, facts } = one;
  const ways = contactsOnRecord({ mobile: row.mobileNumber, email: row.email });
  const way = ways.find(({ channel }) => hasChannel(ctx, tenantId, channel));
  return {
    productId: row.product,
    isPerson: row.surname !== '',
    isMade: isCardToBeMade(row) && facts.product?.is_virtual === false,
    hasLetter: row.letter === 'yes',
    codeBy: isCodeSent(row) ? (way?.channel ?? 'off') : null,
    openingCents: openingOf(row),
  };
}
