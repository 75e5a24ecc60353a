import { tellDebtsJob } from './tell-debts.due.ts';
import { tellFormerMoney } from './former-money.ts';
import { tellForcedDebits } from './tell-forced-debit.ts';

export const debtsJobs = [tellDebtsJob, tellForcedDebits, tellFormerMoney];
