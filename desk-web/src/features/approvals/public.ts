/** Words for the people and things of requests, for other pages that list them. */
export { subjectWords } from './request-words.ts';
export { useSubjects } from './use-requests.ts';
