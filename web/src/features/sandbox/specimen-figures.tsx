import '../../ui/pages/page-parts.css';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon, type AppIconName } from '../../ui/app-icon.tsx';
import { CategoryChart } from '../../ui/charts/category-chart.tsx';
import { FigureTable } from '../../ui/charts/figure-table.tsx';
import { Money, type MoneyKind } from '../../ui/money.tsx';
import { MonthChart } from '../../ui/charts/month-chart.tsx';
import { SummaryList } from '../../ui/pages/summary-list.tsx';

export function Summaries() {
  const t = useTexts('sandbox');
  const rows = [
    { term: t('review.to'), value: t('review.payee'), detail: t('review.account'), change: { onPress: () => {} } },
    { term: t('review.when'), value: t('review.today'), change: { onPress: () => {} } },
  ];
  return (
    <>
      <SummaryList rows={rows} />
      <SummaryList layout="sides" rows={rows.map(({ change: _, ...row }) => row)} />
    </>
  );
}

const KINDS: readonly Exclude<MoneyKind, 'plain'>[] = ['in', 'out', 'pending', 'declined'];

export function Amounts() {
  const t = useTexts('sandbox');
  return (
    <>
      <p className="specimen__loud">
        <Money dollars={2486.35} size="loud" />
      </p>
      <SummaryList
        layout="sides"
        rows={[
          { term: t('amounts.plain'), value: <Money dollars={-12.5} /> },
          ...KINDS.map((kind) => ({
            term: t(`amounts.${kind}`),
            value: <Money dollars={kind === 'in' ? 1250 : -1250} kind={kind} />,
          })),
        ]}
      />
    </>
  );
}

const MONTHS = [
  ['jun', 1204.1],
  ['jul', 986],
  ['aug', 1422.75],
  ['sep', 0],
  ['oct', 1098.4],
  ['nov', 742.3],
] as const;
const CATEGORIES: readonly (readonly [key: string, dollars: number, icon: AppIconName])[] = [
  ['groceries', 318.45, 'groceries'],
  ['eatingOut', 164.2, 'food'],
  ['transport', 96.5, 'transport'],
  ['bills', 88, 'bills'],
  ['other', 1.15, 'document'],
];

export function Charts() {
  const t = useTexts('sandbox');
  const [isTable, setTable] = useState(false);
  const months = MONTHS.map(([key, dollars]) => ({ key, name: t(`charts.${key}`), dollars }));
  const categories = CATEGORIES.map(([key, dollars, icon]) => ({
    key,
    name: t(`charts.${key}`),
    dollars,
    icon: <AppIcon name={icon} size="s" />,
  }));
  return (
    <>
      <div className="section-head">
        <p>{t('charts.spent')}</p>
        <button type="button" className="section-head__way" onClick={() => setTable(!isTable)}>
          {t(isTable ? 'charts.asPicture' : 'charts.asTable')}
        </button>
      </div>
      {isTable ? (
        <>
          <FigureTable caption={t('charts.byMonth')} head={t('charts.month')} rows={months} />
          <FigureTable caption={t('charts.byCategory')} head={t('charts.category')} rows={categories} />
        </>
      ) : (
        <>
          <MonthChart bars={months} />
          <CategoryChart bars={categories} />
        </>
      )}
    </>
  );
}

const SIZES = ['3xl', '2xl', 'xl', 'l', 'm', 's', 'xs'] as const;

export function TypeScale() {
  const t = useTexts('sandbox');
  return (
    <ul className="type-scale">
      {SIZES.map((size) => (
        <li key={size} className="type-scale__line">
          <span style={{ fontSize: `var(--text-${size})` }}>{t('type.sample')}</span>
          <span className="specimen__name">{size}</span>
        </li>
      ))}
    </ul>
  );
}

const TONES = [
  'hero',
  'hero-2',
  'accent',
  'brand',
  'brand-ink',
  'brand-soft',
  'mark',
  'focus',
  'paper',
  'surface',
  'surface-2',
  'line-strong',
  'ink',
  'ink-2',
  'ink-3',
  'ok',
  'danger',
  'warn',
  'info',
] as const;

export function Tones() {
  return (
    <ul className="tones">
      {TONES.map((tone) => (
        <li key={tone}>
          <span className="tones__patch" style={{ background: `var(--${tone})` }} />
          <span className="specimen__name">{tone}</span>
        </li>
      ))}
    </ul>
  );
}
