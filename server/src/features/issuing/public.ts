export {
  BROKEN,
  type CardRow,
  type CheckedRow,
  checkRow,
  COLUMNS,
  isCardToBeMade,
  isCodeSent,
  namedReference,
  type Reading,
  REQUIRED_COLUMNS,
  type RowFinding,
} from './card-row.ts';
export { checkPeople, type CodeWays, importPeople, planCodes } from './import-people.ts';
export { issueRow, type SendLetter } from './issue-row.ts';
export { type JudgedRow, judgeRows } from './judge-rows.ts';
export { openAccountOfNobody } from './open-account.ts';
export type { Place } from './people.store.ts';
export { DAY_ORDERS, type DayOrder } from './sheet.domain.ts';
export { PeopleFileError, type SheetRow, sheetRows } from './sheet-rows.ts';
