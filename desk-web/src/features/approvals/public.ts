/** Words for whom requests are about, for other pages that list them. */
export { subjectWords } from './request-words.ts';
export { useSubjects } from './use-requests.ts';
