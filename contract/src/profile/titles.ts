import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { LANGUAGES } from '../rules/languages.ts';

/** Forms of address. `value` is stored; the screen shows `text` in the reader's language. */
export const getTitles = operation({
  name: 'getTitles',
  method: 'GET',
  path: 'onlineaccount/gettitles',
  auth: 'public',
  proof: 'none',
  summary: 'Forms of address',
  query: z.object({ language: z.optional(z.enum(LANGUAGES)) }),
  response: z.object({ Titles: z.array(z.object({ value: z.string(), text: z.string() })) }),
});
