export { type Contact, contactHash, reachedFirst, reachedOf } from './contact-hash.ts';
export { isOnRecord, troubleOf } from './contact-trouble.ts';
export {
  endMark,
  lockMarks,
  putOffMark,
  readCountsFrom,
  readMarks,
  saveCase,
  saveJudgement,
  unreachedOf,
  unwantedOf,
} from './mark.store.ts';
export { type Failure, graver, type Heard, judge } from './marks.domain.ts';
