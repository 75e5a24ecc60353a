export { foldSecurityAnswer } from './fold-answer.domain.ts';
export { keepQuestionThatCounts, readQuestionThatCounts, restoreQuestion, saveQuestion } from './question.store.ts';
export { isQuestionOffered, securityQuestionText } from './security-question.ts';
