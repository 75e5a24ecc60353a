export { type ActingRules, readActingRules } from './acting-rules.store.ts';
export { explainDecisions } from './explain-decisions.ts';
export { keepDecisions } from './keep-decisions.ts';
export type { RuledAsk } from './rules-in-order.domain.ts';
