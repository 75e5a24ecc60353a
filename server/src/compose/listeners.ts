import type { AppContext } from './context.ts';
import { holdRecentChanges } from '../features/account-check/public.ts';
import { endCardsAfterReset, forgetCardsOfAccount } from '../features/gateway/public.ts';
import { printLettersAgain } from '../features/activation/public.ts';
import { makeCardsAgain } from '../features/processors/public.ts';
import { planSchedule } from '../features/schedules/public.ts';
import { printStatementsAgain } from '../features/statements/public.ts';
import { endByDeposit } from '../features/topup/public.ts';

/** The listeners of each event. They run one after the other, in the transaction of the event. */
export const listeners: AppContext['listeners'] = {
  passwordReset: [holdRecentChanges, endCardsAfterReset],
  paymentPlanned: [planSchedule],
  depositReturned: [endByDeposit],
  cardNamed: [printLettersAgain, printStatementsAgain, makeCardsAgain],
  gatewayAccountChanged: [forgetCardsOfAccount],
};
