export { hashAnswer, isAnswer } from './answers.ts';
export { keepQuestionThatCounts, readQuestionThatCounts, restoreQuestion, saveQuestion } from './question.store.ts';
export { isQuestionOffered, securityQuestionText } from './security-question.ts';
