import { LANGUAGES } from '@wattle/contract/rules/languages.ts';
import * as z from 'zod';
import { deskCommand } from '../../desk/public.ts';
import { readProduct } from './brand-product.ts';
import { chooseVersion, readContent, versionInput } from './chosen-version.ts';

/** Texts of the pages that the desk draws for a draft: home, sign-in, paying, and a mail. */
const SHOWN = [
  'cards:home.hello',
  'cards:home.available',
  'cards:home.pay',
  'cards:home.topUp',
  'cards:home.turnOff',
  'cards:home.transactions',
  'access:promise.title',
  'access:promise.text',
  'access:accountSignIn.title',
  'access:accountSignIn.submit',
  'access:username.label',
  'access:username.email.label',
  'access:password.label',
  'access:lostOrStolen',
  'transfers:title',
  'transfers:from',
  'transfers:to',
  'transfers:field.amount',
  'transfers:continue',
  'messages:alertMoneyIn.email.subject',
  'messages:alertMoneyIn.email.body',
] as const;

export const brandPreviewCommand = deskCommand({
  name: 'brand-preview',
  title: 'Preview of a brand',
  summary: 'Texts of home, sign-in, paying and a mail as a version of a brand has them, in each language',
  permission: 'look',
  positional: 'brand',
  input: z.object(versionInput),
  answer: z.object({ key: z.string(), language: z.string(), text: z.string() }),
  async run({ tx, staff: { tenantId }, input }) {
    const chosen = await chooseVersion(tx, tenantId, input);
    if (!chosen.ok) return chosen;
    const [{ texts }, product] = [await readContent(chosen.files), await readProduct()];
    const rows = LANGUAGES.flatMap((language) =>
      SHOWN.map((key) => ({ key, language, text: texts[language]?.[key] ?? product.texts[language][key] ?? '' })),
    );
    return { ok: true, rows, object: chosen.object };
  },
});
