import { eraseDisputes } from './erase-disputes.due.ts';
import { tellNews } from './tell-dispute.ts';
import { takeBackProvisional } from './provisional-credit.due.ts';

export const disputesJobs = [eraseDisputes, takeBackProvisional, tellNews];
