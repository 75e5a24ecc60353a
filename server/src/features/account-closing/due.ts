import { notifyClosed } from './close.ts';

export const endingJobs = [notifyClosed];
