import './card-home.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { Link } from '../../router/public.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { canActivateUpgrade, canPay, canReport, canSwitch, canUpgrade, heroActions } from '../cards/public.ts';
import { useScheduledCount } from './use-scheduled-count.ts';

/** Further actions for the card: block or replace it, and its settings for web-account users. */
export function HomeWays({ card }: { readonly card: CardSummary }) {
  const t = useTexts('cards');
  const isUser = useIsUser();
  const { Features } = useBrand();
  // The greeting has asked for this data already.
  const { data: account } = useOperation(getOnlineAccount, {}, { isEnabled: isUser });
  const mayRaise = canSwitch(card) && card.IsReloadable && account?.IsPrimaryAccount === true && !account.Kyc;
  const mayReturn = canSwitch(card) && Features.returnFunds && Features.externalTransfers;
  const scheduled = useScheduledCount(card);
  const maySchedule = Features.scheduledPayments && (canPay(card) || scheduled > 0);
  // Actions in the row below the balance are not repeated.
  const inRow = heroActions(card, isUser);
  const showsReport = canReport(card) && !inRow.includes('report');
  const showsSettings = isUser && !inRow.includes('settings');
  return (
    <ul className="home-ways" aria-label={t('ways.label')}>
      {showsReport ? (
        <li>
          <Link className="home-ways__way" to={paths.stopCard()}>
            <span className="home-ways__icon">
              <Icon name="lock" />
            </span>
            {t(isUser ? 'ways.block' : 'ways.lost')}
          </Link>
        </li>
      ) : null}
      {showsSettings ? (
        <li>
          <Link className="home-ways__way" to={paths.settings()}>
            <span className="home-ways__icon">
              <AppIcon name="settings" />
            </span>
            {t('ways.settings')}
          </Link>
        </li>
      ) : null}
      {isUser && card.CanMakeVirtualCards ? (
        <li>
          <Link className="home-ways__way" to={paths.virtualCard()}>
            <span className="home-ways__icon">
              <AppIcon name="plus" />
            </span>
            {t('ways.virtual')}
          </Link>
        </li>
      ) : null}
      {canUpgrade(card) ? (
        <li>
          <Link className="home-ways__way" to={paths.upgradeConfirm()}>
            <span className="home-ways__icon">
              <AppIcon name="up" />
            </span>
            {t('ways.upgrade')}
          </Link>
        </li>
      ) : null}
      {isUser && canActivateUpgrade(card) ? (
        <li>
          <Link className="home-ways__way" to={paths.activateAllocatedCard()}>
            <span className="home-ways__icon">
              <Icon name="check" />
            </span>
            {t('ways.activateUpgrade')}
          </Link>
        </li>
      ) : null}
      {maySchedule ? (
        <li>
          <Link className="home-ways__way" to={paths.scheduledPayments()}>
            <span className="home-ways__icon">
              <AppIcon name="calendar" />
            </span>
            {scheduled > 0 ? t('ways.scheduledCount', { count: scheduled }) : t('ways.scheduled')}
          </Link>
        </li>
      ) : null}
      {isUser && card.CanKeepAside ? (
        <li>
          <Link className="home-ways__way" to={paths.savings()}>
            <span className="home-ways__icon">
              <AppIcon name="savings" />
            </span>
            {t('ways.savings')}
          </Link>
        </li>
      ) : null}
      {isUser && card.CanKeepAside ? (
        <li>
          <Link className="home-ways__way" to={paths.payday()}>
            <span className="home-ways__icon">
              <AppIcon name="cash" />
            </span>
            {t('ways.payday')}
          </Link>
        </li>
      ) : null}
      {mayRaise ? (
        <li>
          <Link className="home-ways__way" to={paths.increaseLimitBenefits()}>
            <span className="home-ways__icon">
              <AppIcon name="up" />
            </span>
            {t('ways.raiseLimit')}
          </Link>
        </li>
      ) : null}
      {mayReturn ? (
        <li>
          <Link className="home-ways__way" to={paths.returnFund()}>
            <span className="home-ways__icon">
              <AppIcon name="refund" />
            </span>
            {t('ways.returnFunds')}
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
