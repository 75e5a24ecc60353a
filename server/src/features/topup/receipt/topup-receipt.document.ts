import { err, ok } from '@wattle/contract/errors.ts';
import { money } from '@wattle/contract/rules/amounts.ts';
import { dateBy, timeIn, zoneNameAt } from '@wattle/contract/rules/dates.ts';
import { topupReceipt } from '@wattle/contract/topup/topup-receipt.ts';
import { writePdf } from '../../../documents/pdf/write-pdf.ts';
import { documentKind } from '../../../http/document.ts';
import { toInstant } from '../../../platform/database.ts';
import { toDollars } from '../../../platform/money.ts';
import { brandWords, documentLook, findBrandById } from '../../brands/public.ts';
import { transferIdOf } from '../../payments/public.ts';
import { findOwnAccount } from '../../transactions/public.ts';
import { findOwnCard } from '../../transfers/public.ts';
import { findBySequence, findByTransfer } from './topup-receipt.store.ts';

/** The receipt of a top-up, whichever way it came. It names no account or card number in full. */
export const topupReceiptDocument = documentKind(topupReceipt, {
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
    const [loaded, card] = await Promise.all([search(), findOwnCard(tx, session, account.member_account_id)]);
    return loaded ? ok({ loaded, card }) : err('not_found', 'receiptNumber');
  },

  async make({ loaded, card }, { ctx, session, language }) {
    const brand = await findBrandById(ctx, session.brandId);
    if (!brand) throw new Error('a session has no brand');
    const words = brandWords(brand, language);
    const amount = money(toDollars(loaded.amount), language);
    const instant = toInstant(loaded.at);
    const { DateFormat, TimeZone } = brand.settings;
    const time = `${timeIn(instant, language, TimeZone)} ${zoneNameAt(instant, language, TimeZone)}`;
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
        madeAt: Date.parse(instant),
        blocks: [
          {
            kind: 'facts',
            facts: [
              { term: words('topup:row.amount'), value: amount, isMain: true },
              { term: words('topup:row.way'), value: loaded.description },
              ...(ofCard === undefined ? [] : [{ term: words('topup:row.card'), value: ofCard }]),
              {
                term: words('topup:row.when'),
                value: words('transfers:paid.when', { date: dateBy(DateFormat, instant, TimeZone), time }),
              },
              { term: words('topup:row.receipt'), value: loaded.reference },
            ],
          },
        ],
      }),
    };
  },
});
