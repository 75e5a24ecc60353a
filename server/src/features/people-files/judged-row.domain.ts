/** State of a row of a file of people. Doubtful: it may be a person who is here already. */
export type RowState = 'Good' | 'Doubtful' | 'Wrong' | 'Known' | 'Added' | 'Refused';

export type Finding = { readonly field: string; readonly reason: string };

/** Another row or a holder that may be the same person. */
export type Doubt =
  | { readonly field: string; readonly kind: 'row'; readonly row: number }
  | { readonly field: string; readonly kind: 'mobile' | 'name'; readonly holder: string };

/** Field of a mark, such as `cardId:3f…`. */
const fieldOf = (mark: string) => mark.slice(0, mark.indexOf(':'));
/** Two rows may have one name and birthday: that is a doubt and no error. */
const NAME = 'surname';

/**
 * Findings and doubts of a row that shares marks with earlier rows. `rowOf` answers the first row of a mark; undefined:
 * no other row has it.
 */
export function judgeMarks(
  marks: readonly string[],
  rowOf: (mark: string) => number | undefined,
): { readonly findings: readonly Finding[]; readonly doubts: readonly Doubt[] } {
  const shared = marks.flatMap((mark) => {
    const row = rowOf(mark);
    return row === undefined ? [] : [{ field: fieldOf(mark), row }];
  });
  return {
    findings: shared
      .filter(({ field }) => field !== NAME)
      .map(({ field, row }) => ({ field, reason: `is the same as in row ${row}` })),
    doubts: shared.filter(({ field }) => field === NAME).map(({ field, row }) => ({ field, kind: 'row', row })),
  };
}

/** State of a row by what was found. A row that was issued before is neither wrong nor doubtful. */
export function stateOf(row: {
  readonly isKnown: boolean;
  readonly isKept: boolean;
  readonly findings: readonly Finding[];
  readonly doubts: readonly Doubt[];
}): RowState {
  if (row.findings.length > 0) return 'Wrong';
  if (row.isKnown) return 'Known';
  return row.doubts.length > 0 && !row.isKept ? 'Doubtful' : 'Good';
}

/** Columns whose values are never shown or typed at the desk. */
const SECRET: readonly string[] = ['cardNumber', 'activationCode', 'accessCode', 'maidenName'];
/** Columns by which a person is reached, for members who may only look. */
const PERSONAL: readonly string[] = ['dateOfBirth', 'email', 'mobile', 'addressLine1', 'addressLine2'];
const DOTS = '••••';
const NUMBER_INSIDE = /\d(?:[ -]?\d){12,}/;
/** References of some issuers, which may have as many digits in a row as a card number. */
const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;

export const isSecret = (field: string): boolean => SECRET.includes(field);

/** Value of a cell as the desk shows it: codes as dots, card numbers by their last four digits, in any column. */
export function shownValue(field: string, value: string, mayAct: boolean): string {
  if (value === '') return '';
  const [number] = NUMBER_INSIDE.exec(value.replaceAll(UUID, '')) ?? [];
  if (number !== undefined) return `${DOTS} ${number.replaceAll(/\D/g, '').slice(-4)}`;
  return isSecret(field) || (!mayAct && PERSONAL.includes(field)) ? DOTS : value;
}
