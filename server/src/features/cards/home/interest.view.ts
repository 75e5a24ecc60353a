import { toDollars } from '../../../platform/money.ts';
import type { CardViewPart } from '../../card-facts/public.ts';
import { type InterestYears, readInterestYears } from './interest.store.ts';

/** First days of the tax year that holds a Melbourne day (`2026-11-20`) and of the previous one. */
export function taxYearsAt(day: string): { readonly thisYear: string; readonly lastYear: string } {
  const calendarYear = Number(day.slice(0, 4));
  // Australian tax years run from 1 July.
  const startYear = day.slice(5) >= '07-01' ? calendarYear : calendarYear - 1;
  return { thisYear: `${startYear}-07-01`, lastYear: `${startYear - 1}-07-01` };
}

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
