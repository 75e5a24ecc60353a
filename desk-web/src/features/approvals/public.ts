/** People of requests, for other pages that list them. */
export { useSubjects } from './use-requests.ts';
