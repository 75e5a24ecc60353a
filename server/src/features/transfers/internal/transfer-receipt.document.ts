import { err, ok } from '@wattle/contract/errors.ts';
import { money } from '@wattle/contract/rules/amounts.ts';
import { dateBy, timeIn, zoneNameAt } from '@wattle/contract/rules/dates.ts';
import { transferReceipt } from '@wattle/contract/transfers/internal/transfer-receipt.ts';
import type { Fact } from '../../../documents/pdf/pdf-document.ts';
import { writePdf } from '../../../documents/pdf/write-pdf.ts';
import { documentKind } from '../../../http/document.ts';
import { toInstant } from '../../../platform/database.ts';
import { toDollars } from '../../../platform/money.ts';
import { type Brand, type BrandWords, brandWords, documentLook, findBrandById } from '../../brands/public.ts';
import { findOwnAccount } from '../../transactions/public.ts';
import { transferIdOf } from '../../payments/public.ts';
import { findBySequence, findByTransfer, findOwnCard, type PaidTransfer } from './transfer-receipt.store.ts';

/** A number of which the reader knows the rest: its last three digits. */
const endingOf = (accountNumber: string) => accountNumber.slice(-3);

/** The receipt of a transfer or a bill, for who paid it. It names no account or card number in full. */
export const transferReceiptDocument = documentKind(transferReceipt, {
  async find({ parameters: { accountNumber, receiptNumber, sequence }, session, tx }) {
    const account = await findOwnAccount(tx, session, accountNumber);
    if (!account) return err('invalid_card_details', 'accountNumber');
    const { tenantId } = session;
    const asked = { ledgerAccountId: account.ledger_account_id, receiptNumber };
    const transferId = transferIdOf(receiptNumber);
    const search = () => {
      if (sequence !== undefined) return findBySequence(tx, tenantId, asked, sequence);
      return transferId === undefined ? undefined : findByTransfer(tx, tenantId, asked, transferId);
    };
    const [paid, card] = await Promise.all([search(), findOwnCard(tx, session, account.member_account_id)]);
    return paid ? ok({ paid, card, accountNumber }) : err('not_found', 'receiptNumber');
  },

  async make({ paid, card, accountNumber }, { ctx, session, language }) {
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
              { term: words('transfers:kind'), value: words(`transfers:kind.${paid.method ?? 'internal'}`) },
              {
                term: words('transfers:row.to'),
                value: name,
                detail: destinationOf(paid, words),
              },
              { term: words('transfers:row.from'), value: from },
              { term: words('transfers:row.when'), value: whenOf(paid, brand, words, language) },
              ...descriptionsOf(paid, words),
              { term: words('transfers:row.receipt'), value: paid.reference },
            ],
          },
        ],
      }),
    };
  },
});

/** Where the money went: an account of the programme, one of another bank, or a biller. */
function destinationOf(paid: PaidTransfer, words: BrandWords): string | undefined {
  const { method, out_bsb: bsb, out_number: number, payee_number: payee } = paid;
  if (bsb !== null && number !== null) {
    return method === 'bpay'
      ? words('transfers:row.biller', { code: bsb, reference: number })
      : words('transfers:receipt.bankAccount', {
          bsb: bsb.replace(/^(\d{3})(\d{3})$/, '$1-$2'),
          ending: endingOf(number),
        });
  }
  return payee === null ? undefined : words('transfers:receipt.account', { ending: endingOf(payee) });
}

function whenOf(
  { at }: PaidTransfer,
  { settings: { DateFormat, TimeZone } }: Brand,
  words: BrandWords,
  language: 'enAU' | 'zhCN',
): string {
  const instant = toInstant(at);
  const time = `${timeIn(instant, language, TimeZone)} ${zoneNameAt(instant, language, TimeZone)}`;
  return words('transfers:paid.when', { date: dateBy(DateFormat, instant, TimeZone), time });
}

/** What both sides see, where it was not erased. */
function descriptionsOf({ description, recipient_description: theirs }: PaidTransfer, words: BrandWords): Fact[] {
  return [
    ...(theirs ? [{ term: words('transfers:row.recipientDescription'), value: theirs }] : []),
    ...(description ? [{ term: words('transfers:row.description'), value: description }] : []),
  ];
}
