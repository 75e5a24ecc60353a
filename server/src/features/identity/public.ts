export { serveIdentityFrame } from './greenid/serve-frame.ts';
export { foldAnswer } from './questions/question.domain.ts';
export { insertQuestion } from './questions/question.store.ts';
