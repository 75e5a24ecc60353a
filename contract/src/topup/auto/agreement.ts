import { LANGUAGES } from '../../rules/languages.ts';
import * as z from 'zod/mini';
import { documentOperation } from '../../downloads/document.ts';
import { operation, WEB_ACCOUNT } from '../../operation.ts';

/** The agreement that whoever sets up an automatic top-up accepts, as a text to read. */
export const getAgreement = operation({
  name: 'getAutoTopupAgreement',
  method: 'GET',
  path: 'auto-topup/agreement',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'The direct debit agreement',
  query: z.object({ language: z.optional(z.enum(LANGUAGES, 'required')) }),
  response: z.object({
    Version: z.string(),
    Title: z.string(),
    Sections: z.array(z.object({ Heading: z.string(), Text: z.string() })),
  }),
});

/** The same as PDF. */
export const agreementReport = documentOperation({
  name: 'autoTopupAgreement',
  method: 'POST',
  path: 'auto-topup/agreement-report',
  who: WEB_ACCOUNT,
  ids: {},
  summary: 'The direct debit agreement as a file',
  parameters: z.object({}),
});

/** A ticket for that file: once, for 60 seconds, in the browser that asked. */
export const generateAgreementToken = operation({
  name: 'generateAgreementToken',
  method: 'POST',
  path: 'topup/auto-topup/generate-agreement-token',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Ask for a ticket to download the agreement',
  body: z.object({ language: z.optional(z.enum(LANGUAGES, 'required')) }),
  response: z.object({
    Token: z.string(),
    /** Name of the cookie that appears when the file begins. */
    BeginCookie: z.string(),
  }),
});
