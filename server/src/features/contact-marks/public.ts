export {
  contactForCode,
  contactForLink,
  type ContactsForCode,
  contactsForCodeIn,
} from './contact-for-code.ts';
export { type Contact, contactHash, reachedOf } from './contact-hash.ts';
export { contactsOnRecord } from './contacts-on-record.ts';
export { isOnRecord, troubleOf } from './contact-trouble.ts';
export {
  endMark,
  lockMarks,
  putOffMark,
  readCountsFrom,
  readMarks,
  readMarksOfAll,
  saveCase,
  saveJudgement,
  unreachedOf,
  unwantedOf,
} from './mark.store.ts';
export { type Failure, graver, type Heard, judge } from './marks.domain.ts';
