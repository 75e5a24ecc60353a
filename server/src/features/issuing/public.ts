export {
  BROKEN,
  type CardRow,
  checkRow,
  COLUMNS,
  isCardToBeMade,
  isCodeSent,
  namedReference,
  openingOf,
  type Reading,
} from './card-row.ts';
export { checkPeople, type CodeWays, importPeople, planCodes } from './import-people.ts';
export { issueRow } from './issue-row.ts';
export { type JudgedRow, judgeRows } from './judge-rows.ts';
export { openAccountOfNobody } from './open-account.ts';
export type { Place } from './people.store.ts';
export { DAY_ORDERS, type DayOrder } from './sheet.domain.ts';
export { PeopleFileError, type SheetRow, sheetRows, workbookRows } from './sheet-rows.ts';
