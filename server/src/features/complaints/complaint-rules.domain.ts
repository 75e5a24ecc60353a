/** Terms of complaints (docs/areas/complaints.md, "What is due when"). */
export const COMPLAINT_RULES = {
  /** Days in which a complaint is answered (RG 271). */
  answerDays: 30,
  /** Business days within which a complaint that is solved to its person's satisfaction needs no written answer. */
  solvedWithin: 5,
  /** Years after its end that it is kept. */
  keptYears: 7,
  /** Complaints of one person within a day. */
  aDay: 10,
} as const;
