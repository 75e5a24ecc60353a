import { tellDebtsJob } from './tell-debts.due.ts';

export const debtsJobs = [tellDebtsJob];
