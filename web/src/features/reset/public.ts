export { callReset, goTo as goToResetStage, isResetAsked } from './reset-session.ts';
