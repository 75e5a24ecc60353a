import { money } from '@wattle/contract/rules/amounts.ts';
import { METHOD_NAMES, PAYMENT_METHODS, type PaymentMethod } from '@wattle/contract/rules/payment-methods.ts';
import { readablePayId } from '@wattle/contract/rules/pay-id.ts';
import { transferReceipt } from '@wattle/contract/transfers/receipt.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { Fact } from '../../../documents/pdf/pdf-document.ts';
import { writePdf } from '../../../documents/pdf/write-pdf.ts';
import { documentKind } from '../../../http/document.ts';
import { maySeeWhole } from '../../../http/fresh-proof.ts';
import { toInstant } from '../../../platform/database/database.ts';
import { toDollars } from '../../../platform/money.ts';
import { type BrandWords, brandWords, documentLook, findBrandById } from '../../brands/public.ts';
import { showForPayer } from '../../cards/public.ts';
import { methodNamed } from '../../payments/public.ts';
import { findReceipt, receiptTime } from './find-receipt.ts';
import { findPaid, type PaidTransfer } from './transfer-receipt.store.ts';

/** Last three digits of an account number, which the reader recognises. */
const endingOf = (accountNumber: string) => accountNumber.slice(-3);

/** Receipt of a transfer or a bill for its payer, without complete account and card numbers. */
export const transferReceiptDocument = documentKind(transferReceipt, {
  async find(call) {
    const { tx, ctx, session } = call;
    const shown = await showForPayer(tx, ctx.secrets, session.tenantId, maySeeWhole(ctx, session));
    return findReceipt(call, (within, tenantId, named) => findPaid(within, tenantId, shown, named));
  },

  async make({ row: paid, card, accountNumber }, { ctx, session, language }) {
    const brand = await findBrandById(ctx, session.brandId);
    if (!brand) throw new Error('a session has no brand');
    const words = brandWords(brand, language);
    const amount = money(toDollars(paid.amount), language);
    const name = paid.counterparty ?? paid.description;
    const from = card
      ? words('transfers:receipt.card', { name: card.name, ending: card.last4 })
      : words('transfers:receipt.account', { ending: endingOf(accountNumber) });
    return {
      fileName: `receipt-${paid.reference}.pdf`,
      contentType: 'application/pdf',
      body: writePdf({
        title: words('transfers:paid.title', { amount, name }),
        kindWord: words('ui:receipt.title'),
        language,
        look: await documentLook(ctx, brand),
        footer: words('downloads:footer'),
        pageWord: (page) => words('downloads:page', { page }),
        madeAt: Date.parse(toInstant(paid.at)),
        blocks: [
          {
            kind: 'facts',
            facts: [
              { term: words('transfers:row.amount'), value: amount, isMain: true },
              { term: words('transfers:kind'), value: words(`transfers:kind.${methodOf(paid)}`) },
              {
                term: words('transfers:row.to'),
                value: name,
                detail: destinationOf(ctx, paid, words),
              },
              { term: words('transfers:row.from'), value: from },
              { term: words('transfers:row.when'), value: receiptTime(paid.at, brand, words, language) },
              ...descriptionsOf(paid, words),
              { term: words('transfers:row.receipt'), value: paid.reference },
            ],
          },
        ],
      }),
    };
  },
});

/** Payment method; for a payment without a payment_out row, the one with its transaction kind. */
function methodOf({ method, kind, pay_id: payId }: PaidTransfer): PaymentMethod {
  if (payId !== null) return 'payId';
  const [only, ...others] = METHOD_NAMES.filter((name) => PAYMENT_METHODS[name].transactionKind === kind);
  return method ?? (only && others.length === 0 ? only : 'internal');
}

/** Destination, in the words of its method. */
function destinationOf(
  { paymentMethods }: Pick<AppContext, 'paymentMethods'>,
  paid: PaidTransfer,
  words: BrandWords,
): string | undefined {
  const { out_bsb: bsb, out_number: number, payee_number: payee, pay_id: payId } = paid;
  const { bank } = methodNamed(paymentMethods, methodOf(paid));
  if (bank && payId !== null) return words(`transfers:${bank.receiptWords}`, { payId: readablePayId(payId) });
  if (bank && bsb !== null && number !== null) {
    const hyphened = bsb.replace(/^(\d{3})(\d{3})$/, '$1-$2');
    const named = { code: bsb, reference: number, bsb: hyphened, ending: endingOf(number) };
    return words(`transfers:${bank.receiptWords}`, named);
  }
  return payee === null ? undefined : words('transfers:receipt.account', { ending: endingOf(payee) });
}

/** Descriptions for both sides, unless they were erased. */
function descriptionsOf({ description, recipient_description: theirs }: PaidTransfer, words: BrandWords): Fact[] {
  return [
    ...(theirs ? [{ term: words('transfers:row.recipientDescription'), value: theirs }] : []),
    ...(description ? [{ term: words('transfers:row.description'), value: description }] : []),
  ];
}
