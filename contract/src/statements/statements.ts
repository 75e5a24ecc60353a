import * as z from 'zod/mini';
import { accountNumber, isoDate } from '../wire.ts';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { WEB_ACCOUNT_OR_VIEW } from '../viewed.ts';
import { statementDelivery, statementFrequency } from '../profile/statement-choices.ts';
import { documentOperation } from '../downloads/document.ts';

/** A statement of account that was issued. */
export const statement = z.object({
  StatementId: z.string(),
  /** The day after the period. */
  IssueDateString: isoDate,
  /** First and last day of the period. */
  PeriodStart: isoDate,
  PeriodEnd: isoDate,
  /** Whether someone has opened it. */
  IsOpened: z.boolean(),
});
export type Statement = z.output<typeof statement>;

/**
 * The statements of an account, newest first. For its primary holder: a nominee gets the answer for an unknown account.
 */
export const getStatementList = operation({
  name: 'getStatementList',
  method: 'POST',
  reads: true,
  path: 'statement/getStatementList',
  auth: WEB_ACCOUNT_OR_VIEW,
  proof: 'session',
  ids: { accountNumber: 'primaryAccount' },
  summary: 'Statements of an account',
  body: z.object({ accountNumber }),
  response: z.object({
    Statements: z.array(statement),
    /** 0 and 6: every six months, 1: every month. */
    StatementFrequencyType: statementFrequency,
    /** 69: online, 80: on paper. */
    StatementDeliveryType: statementDelivery,
  }),
  errors: ['invalid_card_details', 'card_problem'],
});

/** A statement of account as it was issued, as PDF. For the primary holder of its account. */
export const getStatementDetails = documentOperation({
  name: 'getStatementDetails',
  method: 'POST',
  path: 'statement/getStatementDetails',
  who: WEB_ACCOUNT,
  ids: { accountNumber: 'primaryAccount', statementId: 'statement' },
  summary: 'A statement of account',
  parameters: z.object({
    accountNumber,
    statementId: z.string('required').check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'required')),
    /** False: it is opened in the browser. Else it is saved. */
    download: z.optional(z.boolean('required')),
  }),
  errors: ['invalid_card_details', 'card_problem', 'not_found'],
});

/** Interest of an account and the tax on it in a financial year that has ended, as PDF. For its primary holder. */
export const getTaxSummary = documentOperation({
  name: 'getTaxSummary',
  who: WEB_ACCOUNT,
  ids: { accountNumber: 'primaryAccount' },
  summary: 'Interest and tax of a financial year',
  parameters: z.object({
    accountNumber,
    /** The year in which it began: 2025 for July 2025 to June 2026. */
    startYear: z.int('required').check(z.minimum(2000, 'required'), z.maximum(2999, 'required')),
    /** False: it is opened in the browser. Else it is saved. */
    download: z.optional(z.boolean('required')),
  }),
  errors: ['invalid_card_details', 'card_problem', 'not_found'],
});
