export { type Contact, contactHash, reachedFirst, reachedOf } from './contact-hash.ts';
export { troubleOf } from './contact-trouble.ts';
export {
  endMark,
  lockMark,
  putOffMark,
  readMarks,
  saveCase,
  saveJudgement,
  unreachedOf,
  unwantedOf,
} from './mark.store.ts';
export { type Failure, graver, type Heard, judge } from './marks.domain.ts';
