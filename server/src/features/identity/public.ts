export { serveIdentityFrame } from './greenid/serve-frame.ts';
export { insertQuestion } from './questions/question.store.ts';
