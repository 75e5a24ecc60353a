import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { Link } from '../../router/public.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';

/** Splits a text at its link: `before <home>words</home> after`. */
function partsOf(text: string): readonly [before: string, link: string, after: string] {
  const match = /^(.*)<home>(.*)<\/home>(.*)$/.exec(text);
  return match ? [match[1] ?? '', match[2] ?? '', match[3] ?? ''] : [text, '', ''];
}

/** Why a purchase was declined, what helps, and that no money was taken. */
export function DeclineReason({ row }: { readonly row: Transaction }) {
  const t = useTexts('transactions');
  const [before, link, after] = partsOf(t(`why.${row.DeclineReason ?? 'other'}`));
  return (
    <p className="row__why">
      {before}
      {link !== '' && <Link to={paths.cardHome()}>{link}</Link>}
      {after}
    </p>
  );
}
