import { money } from '@wattle/contract/rules/amounts.ts';
import { topupReceipt } from '@wattle/contract/topup/topup.ts';
import { writePdf } from '../../../documents/pdf/write-pdf.ts';
import { documentKind } from '../../../http/document.ts';
import { toInstant } from '../../../platform/database/database.ts';
import { toDollars } from '../../../platform/money.ts';
import { brandWords, documentLook, findBrandById } from '../../brands/public.ts';
import { findReceipt, receiptTime } from '../../transfers/public.ts';
import { findTopupByReceipt } from './topup-receipt.store.ts';

/** Receipt of a top-up of any kind. It names no account or card number in full. */
export const topupReceiptDocument = documentKind(topupReceipt, {
  find: (call) => findReceipt(call, findTopupByReceipt),

  async make({ row: loaded, card }, { ctx, session, language }) {
    const brand = await findBrandById(ctx, session.brandId);
    if (!brand) throw new Error('a session has no brand');
    const words = brandWords(brand, language);
    const amount = money(toDollars(loaded.amount), language);
    const ofCard = card && words('transfers:receipt.card', { name: card.name, ending: card.last4 });
    return {
      fileName: `receipt-${loaded.reference}.pdf`,
      contentType: 'application/pdf',
      body: writePdf({
        title: words('topup:done.title', { amount }),
        kindWord: words('ui:receipt.title'),
        language,
        look: await documentLook(ctx, brand),
        footer: words('downloads:footer'),
        pageWord: (page) => words('downloads:page', { page }),
        madeAt: Date.parse(toInstant(loaded.at)),
        blocks: [
          {
            kind: 'facts',
            facts: [
              { term: words('topup:row.amount'), value: amount, isMain: true },
              { term: words('topup:row.way'), value: loaded.description },
              ...(ofCard === undefined ? [] : [{ term: words('topup:row.card'), value: ofCard }]),
              { term: words('topup:row.when'), value: receiptTime(loaded.at, brand, words, language) },
              { term: words('topup:row.receipt'), value: loaded.reference },
            ],
          },
        ],
      }),
    };
  },
});
