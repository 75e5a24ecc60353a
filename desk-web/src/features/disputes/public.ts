/** The head of a case, for other pages that have one: its actions and its progress. */
export { type CaseAction, useCaseActions } from './case-actions.tsx';
export { Steps } from './steps.tsx';
