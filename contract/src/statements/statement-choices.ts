import { namedNumbers } from '../named-numbers.ts';

/** How often statements are made; default: as the product has it. */
export const STATEMENT_FREQUENCY = { default: 0, monthly: 1, sixMonthly: 6 } as const;
export const statementFrequency = namedNumbers(STATEMENT_FREQUENCY, 'required');

/** How statements are handed out. */
export const STATEMENT_DELIVERY = { paper: 80, online: 69 } as const;
export const statementDelivery = namedNumbers(STATEMENT_DELIVERY, 'required');
