import './row-words.css';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { useFormat } from '../../i18n/format.ts';
import { useOwnedMoney } from '../../i18n/hidden-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Link } from '../../router/public.ts';
import { Track } from '../../ui/charts/track.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { chooseCard } from '../cards/public.ts';
import { PartsBar } from './parts-bar.tsx';
import type { Explained } from './transactions.domain.ts';
import { useWays, type Way } from './row-ways.ts';

type RowWordsProps = {
  readonly row: Transaction;
  readonly now: string;
  readonly explained: Explained;
};

/** Explanation of a row in words, with links to what its reader can do. */
export function RowWords({ row, now, explained }: RowWordsProps) {
  const ways = useWays(row, explained);
  return (
    <div className="row-words">
      <Figure row={row} now={now} explained={explained} />
      <Words row={row} explained={explained} />
      {ways.length > 0 && (
        <div className="row-words__ways">
          {ways.map((way) => (
            <WayLink key={way.words} way={way} />
          ))}
        </div>
      )}
    </div>
  );
}

function WayLink({ way: { to, words, tone, card } }: { readonly way: Way }) {
  return (
    <Link
      className={buttonClass({ tone, small: true })}
      to={to}
      onClick={() => {
        if (card !== undefined) chooseCard(card);
      }}
    >
      {words}
    </Link>
  );
}

/** Picture of the parts of an amount, or of the steps of a refund. */
function Figure({ row, now, explained }: RowWordsProps) {
  const t = useTexts('transactions');
  const format = useFormat();
  const amount = Math.abs(row.Amount);
  const asked = row.AskedAmount ?? amount;
  switch (explained) {
    case 'part':
      return (
        <PartsBar
          parts={[
            { label: t('parts.part.card'), dollars: amount, is: 'taken' },
            { label: t('parts.part.other'), dollars: difference(asked, amount), is: 'left' },
          ]}
        />
      );
    case 'heldMore':
      return (
        <PartsBar
          parts={[
            { label: t('parts.held.price'), dollars: asked, is: 'taken' },
            { label: t('parts.held.extra'), dollars: difference(amount, asked), is: 'held' },
          ]}
        />
      );
    case 'coming':
      return (
        <Track
          label={t('parts.cap.refund')}
          steps={[
            { title: t('parts.refund.1'), text: format.dayInWords(row.TransactionDate, now), is: 'done' },
            {
              title: t('parts.refund.2'),
              text:
                row.ExpectedOn === null
                  ? undefined
                  : t('parts.refund.by', { day: format.dayInWords(row.ExpectedOn, now) }),
              is: 'now',
            },
            { title: t('parts.refund.3'), is: 'next' },
          ]}
        />
      );
    case 'declined':
    case 'lapsed':
    case 'tookMore':
      return null;
  }
}

function Words({ row, explained }: Pick<RowWordsProps, 'row' | 'explained'>) {
  const t = useTexts('transactions');
  const format = useFormat();
  const owned = useOwnedMoney();
  const amount = Math.abs(row.Amount);
  const textOf = () => {
    switch (explained) {
      case 'part':
        // Abroad a part of what was there was needed for the fee.
        return row.ShopAmount === null && row.HeldFee === null
          ? t('parts.part.text', { amount: owned(amount) })
          : t('parts.part.abroad');
      case 'heldMore': {
        const rest = format.money(difference(amount, row.AskedAmount ?? amount));
        return t(row.Category === 'fuel' ? 'parts.held.pump' : 'parts.held.shop', {
          amount: format.money(amount),
          rest,
        });
      }
      case 'coming':
        return t(row.ExpectedOn === null ? 'parts.refund.late' : 'parts.refund.text');
      case 'declined':
        return row.SpendLimit === null
          ? t(`why.${row.DeclineReason ?? 'other'}`)
          : t('parts.decl.text', {
              limit: format.money(row.SpendLimit.Amount),
              left: format.money(row.SpendLimit.Left),
            });
      case 'lapsed':
        return t(`parts.why.${row.LapseReason ?? 'cancelled'}`, { amount: format.money(amount) });
      case 'tookMore':
        return t(tookMoreText(row));
    }
  };
  return <p className="row-words__text">{textOf()}</p>;
}

/** Why a shop may have taken more than was approved. */
function tookMoreText({ ShopAmount, Category }: Pick<Transaction, 'ShopAmount' | 'Category'>) {
  if (ShopAmount !== null) return 'parts.more.rate';
  return Category === 'eatingOut' ? 'parts.more.tip' : 'parts.more.other';
}

/** Dollars of a difference, without the error of a fraction. */
function difference(one: number, other: number): number {
  return (Math.round(one * 100) - Math.round(other * 100)) / 100;
}
