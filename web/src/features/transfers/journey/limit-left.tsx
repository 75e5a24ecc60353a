import './limit-left.css';
import type { ReactNode } from 'react';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { PartFailed } from '../../../layout/part-failed.tsx';
import { Link } from '../../../router/public.ts';
import { paths } from '../../../paths.ts';
import { useIsUser } from '../../../session/session.ts';
import { Disclosure, DisclosureList } from '../../../ui/pages/disclosure.tsx';
import type { Limits } from './use-limits.ts';

type LimitLeftProps = {
  readonly limits: Limits;
  /** Cents of the typed payment if it counts today; null: no amount yet. Undefined: the page has no amount. */
  readonly cents?: number | null;
  /** Button that fills in the most that can be sent. */
  readonly fill?: ReactNode;
};

/** Whether a daily limit is known, so that its rest is shown. */
export function hasDayLimit({ today, day }: Limits): boolean {
  return typeof today === 'number' && typeof day === 'number';
}

/** The rest of the daily limit, and the share of it that this payment uses. Empty without a limit. */
export function LimitLeft({ limits, cents, fill }: LimitLeftProps) {
  const t = useTexts('transfers');
  const format = useFormat();
  const isUser = useIsUser();
  if (limits.failedLimits.length > 0) return <PartFailed parts={limits.failedLimits} text={t('limit.failed')} />;
  const { today, day } = limits;
  if (typeof today !== 'number' || typeof day !== 'number') return null;
  const dollars = (cents ?? 0) / 100;
  const after = Math.round((today - dollars) * 100) / 100;
  const amount = format.money(Math.abs(after));
  const key = after < 0 ? 'limit.over' : dollars > 0 ? 'limit.after' : 'limit.left';
  const [before, rest] = t(key, { amount }).split(amount);
  const share = (part: number) => `${day === 0 ? 100 : Math.min(100, (100 * part) / day)}%`;
  const change = isUser ? (
    <Link className="limit-left__way" to={paths.paymentLimit()}>
      {t('limit.change')}
    </Link>
  ) : null;
  return (
    <div className="limit-left">
      <p className={after < 0 ? 'limit-left__over' : 'limit-left__words'} role="status">
        {before}
        <b>{amount}</b>
        {rest}
      </p>
      {fill ?? change}
      <span className="limit-left__bar" aria-hidden="true">
        <i style={{ width: share(day - today) }} />
        <i className="limit-left__now" style={{ width: share(Math.min(dollars, today)) }} />
      </span>
      {cents === undefined || limits.about === '' ? null : (
        <div className="limit-left__about">
          <DisclosureList>
            <Disclosure title={t('limit.about')}>{limits.about}</Disclosure>
          </DisclosureList>
        </div>
      )}
      {fill ? change : null}
    </div>
  );
}
