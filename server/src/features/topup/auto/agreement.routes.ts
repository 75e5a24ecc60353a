import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { agreementReport, generateAgreementToken, getAgreement } from '@wattle/contract/topup/auto/agreement.ts';
import { ok } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../../context.ts';
import { writePdf } from '../../../documents/pdf/write-pdf.ts';
import { documentKind } from '../../../http/document.ts';
import { handle, handleRead, type Session } from '../../../http/handle.ts';
import { type Brand, brandWords, documentLook, findBrandById } from '../../brands/public.ts';
import { giveTicket } from '../../downloads/public.ts';
import { AGREEMENT_VERSION, agreementOf } from './agreement.ts';

async function brandOf(ctx: AppContext, { brandId }: Pick<Session, 'brandId'>): Promise<Brand> {
  const brand = await findBrandById(ctx, brandId);
  if (!brand) throw new Error('a session has no brand');
  return brand;
}

export const getAgreementRoute = handleRead(getAgreement, async ({ query, session, ctx }) => {
  const { title, sections } = agreementOf(await brandOf(ctx, session), query.language ?? DEFAULT_LANGUAGE);
  return ok({
    Version: AGREEMENT_VERSION,
    Title: title,
    Sections: sections.map(({ heading, text }) => ({ Heading: heading, Text: text })),
  });
});

/** The agreement as PDF, to keep. */
export const agreementDocument = documentKind(agreementReport, {
  async find({ session, ctx }) {
    return ok(await brandOf(ctx, session));
  },
  async make(brand, { ctx, language }) {
    const words = brandWords(brand, language);
    const { title, sections } = agreementOf(brand, language);
    return {
      fileName: 'direct-debit-agreement.pdf',
      contentType: 'application/pdf',
      body: writePdf({
        title,
        kindWord: words('directDebit:kind'),
        language,
        look: await documentLook(ctx, brand),
        footer: words('downloads:footer'),
        pageWord: (page) => words('downloads:page', { page }),
        madeAt: ctx.clocks.business.now(),
        blocks: sections.flatMap(({ heading, text }) => [
          { kind: 'heading' as const, text: heading },
          { kind: 'text' as const, text },
        ]),
      }),
    };
  },
});

export const generateAgreementTokenRoute = handle(generateAgreementToken, async ({ body, ...call }) => {
  const language = body.language ?? DEFAULT_LANGUAGE;
  return ok(await giveTicket(call, { kind: agreementReport.name, parameters: {}, language }));
});
