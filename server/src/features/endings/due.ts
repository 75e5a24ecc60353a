import { tellClosed } from './close.ts';

export const endingJobs = [tellClosed];
