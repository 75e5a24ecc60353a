import { toDollars } from '../../../platform/money.ts';
import type { CardViewPart } from '../../card-facts/public.ts';
import { type InterestYears, readInterestYears } from './interest.store.ts';
import { taxYearsAt } from './tax-year.domain.ts';

/** Interest and withheld tax of this tax year and the last one. */
export const interestView: CardViewPart<InterestYears> = {
  name: 'interest',
  async read(tx, { tenantId, today, cards }) {
    const accounts = [...new Set(cards.map(({ ledger_account_id }) => ledger_account_id))];
    const years = await readInterestYears(tx, tenantId, accounts, taxYearsAt(today));
    const byAccount = new Map(years.map((year) => [year.account, year]));
    return new Map(
      cards.flatMap(({ id, ledger_account_id }) => {
        const interest = byAccount.get(ledger_account_id);
        return interest ? [[id, interest]] : [];
      }),
    );
  },
  list: (interest) => ({ value: inDollars(interest) }),
  details: inDollars,
};

function inDollars(interest: InterestYears) {
  return {
    InterestYearToDate: toDollars(interest.interestThisYear),
    InterestLastYear: toDollars(interest.interestLastYear),
    WithholdingTaxYearToDate: toDollars(interest.withheldThisYear),
    WithholdingTaxLastYear: toDollars(interest.withheldLastYear),
  };
}
