import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { ReactNode } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { EVERY_MS } from './use-bank-files.ts';

const isZero = (dollars: string) => Number(dollars) === 0;
const minus = (one: string, other: string) => (Math.round(Number(one) * 100) - Math.round(Number(other) * 100)) / 100;

/** Money of cardholders, what lies between it and the bank, and the account at the bank: a sum that adds up. */
export function HeldPane() {
  const t = useTexts('deskBankFiles');
  const held = useCommand('money-held', {}, { everyMs: EVERY_MS });
  const between = useCommand('money-between', {}, { everyMs: EVERY_MS });
  return (
    <Pane title={t('held.title')} aside={<Link to="/bank-files/statements/bank">{t('held.more')}</Link>}>
      <LookedPart of={held} empty={t('held.none')}>
        {([one]) =>
          one ? (
            <LookedPart of={{ ...between, rows: between.rows && [between.rows] }} empty="">
              {([rows = []]) => <Sum held={one} between={rows} />}
            </LookedPart>
          ) : null
        }
      </LookedPart>
    </Pane>
  );
}

type SumProps = { readonly held: RowOf<'money-held'>; readonly between: readonly RowOf<'money-between'>[] };

function Sum({ held, between }: SumProps) {
  const t = useTexts('deskBankFiles');
  const format = useDeskFormat();
  const { cardholders, atBank, statement, until, difference, unexplained } = held;
  const inTransit = difference === '' ? 0 : minus(difference, unexplained);
  return (
    <dl className="bank__sum">
      <Line label={t('held.cardholders')} amount={format.money(cardholders)} />
      {between.map(({ account, amount }) => (
        <Line
          key={account}
          label={t(`between.${account}${Number(amount) < 0 ? '.below' : ''}`)}
          amount={format.money(amount, 'always')}
        />
      ))}
      <Line isTotal label={t('held.atBank')} amount={format.money(atBank)} />
      {statement === '' || until === '' ? null : (
        <>
          {inTransit === 0 ? null : <Line label={t('held.inTransit')} amount={format.money(inTransit, 'always')} />}
          {isZero(unexplained) ? null : (
            <Line isWrong label={t('held.unexplained')} amount={format.money(unexplained, 'always')} />
          )}
          <Line
            isTotal
            label={t('held.statement', { day: format.dateOf(`${until}T02:00:00Z`) })}
            amount={format.money(statement)}
          />
        </>
      )}
    </dl>
  );
}

type LineProps = {
  readonly label: ReactNode;
  readonly amount: string;
  readonly isTotal?: boolean;
  readonly isWrong?: boolean;
};

function Line({ label, amount, isTotal = false, isWrong = false }: LineProps) {
  return (
    <div className={isTotal ? 'bank__total' : undefined}>
      <dt>{label}</dt>
      <dd className={isWrong ? 'figures money-out' : 'figures'}>{amount}</dd>
    </div>
  );
}
