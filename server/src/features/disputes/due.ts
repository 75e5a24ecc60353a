import { eraseDisputes } from './erase-disputes.due.ts';

export const disputesJobs = [eraseDisputes];
