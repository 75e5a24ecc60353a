export { NO_RULES, type ActingRules, readActingRules } from './acting-rules.store.ts';
export { declining, type Match, type RuledPurchase } from './rule.domain.ts';
export { type RuledAsk, rulesInOrder } from './rules-in-order.domain.ts';
export { explainDecisions } from './explain-decisions.ts';
export { type Judged, keepDecisions } from './keep-decisions.ts';
