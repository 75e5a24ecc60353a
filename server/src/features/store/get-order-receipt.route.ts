import { err, ok } from '@wattle/contract/errors.ts';
import { money } from '@wattle/contract/rules/amounts.ts';
import { dateBy, timeIn, zoneNameAt } from '@wattle/contract/rules/dates.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { getOrderReceipt } from '@wattle/contract/store/orders.ts';
import type { OrderView } from '@wattle/contract/store/store.ts';
import type { AppContext } from '../../compose/context.ts';
import type { PdfDocument } from '../../documents/pdf/pdf-document.ts';
import { writePdf } from '../../documents/pdf/write-pdf.ts';
import { handlePublic } from '../../http/handle.ts';
import { type Brand, brandWords, documentLook } from '../brands/public.ts';
import { ownOrder } from './store-caller.ts';
import { viewOrder } from './view-order.ts';

/** Receipt of an order for a browser that may see it. It names no card except the last digits of the paying one. */
export const getOrderReceiptRoute = handlePublic(
  getOrderReceipt,
  async (call) => {
    const { ctx, body } = call;
    const own = await ownOrder(call);
    if (!own) return err('not_found');
    const { tenantId } = own.scope;
    const order = await ctx.database.read(tenantId, async (tx) => {
      const found = await own.find(tx);
      return found && viewOrder(tx, ctx, own.brand, found);
    });
    if (!order || order.Number === null || order.PaidAt === null) return err('not_found');
    const pieces: Uint8Array[] = [];
    for await (const piece of writePdf(await receiptOf(ctx, own.brand, order, body.Language))) pieces.push(piece);
    return ok({ FileName: `order-${order.Number}.pdf`, Content: Buffer.concat(pieces).toString('base64') });
  },
  { rate: 'store' },
);

async function receiptOf(ctx: AppContext, brand: Brand, order: OrderView, language: Language): Promise<PdfDocument> {
  const words = brandWords(brand, language);
  const { DateFormat, TimeZone } = brand.settings;
  const at = order.PaidAt ?? '';
  const time = `${timeIn(at, language, TimeZone)} ${zoneNameAt(at, language, TimeZone)}`;
  return {
    title: words('store:receipt.heading', { number: order.Number ?? '' }),
    kindWord: words('store:receipt.title'),
    language,
    look: await documentLook(ctx, brand),
    footer: words('downloads:footer'),
    pageWord: (page) => words('downloads:page', { page }),
    madeAt: Date.parse(at),
    blocks: [
      {
        kind: 'facts',
        facts: [
          { term: words('store:receipt.paid'), value: money(order.Total, language), isMain: true },
          { term: words('store:receipt.order'), value: order.Number ?? '' },
          ...order.Items.map(({ Kind, ProductName, Amount }) => ({
            term: words(`store:${Kind}.name`),
            value: money(Amount, language),
            detail: ProductName,
          })),
          { term: words('store:figures.fee'), value: money(order.Fee, language) },
          { term: words('store:receipt.when'), value: `${dateBy(DateFormat, at, TimeZone)}, ${time}` },
          ...(order.PaidWith === null
            ? []
            : [{ term: words('store:receipt.with'), value: words('store:receipt.card', { ending: order.PaidWith }) }]),
        ],
      },
    ],
  };
}
