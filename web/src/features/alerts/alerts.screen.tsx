import './alerts.css';
import { type AccountAlerts, getAlerts } from '@wattle/contract/alerts/alerts.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { Banner } from '../../ui/banner.tsx';
import { PageSplit } from '../../ui/pages/page-split.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { Stroke } from '../../ui/charts/stroke.tsx';
import { cardReferenceOf } from '../cards/public.ts';
import { type Managed, SettingPage } from '../cards/settings/setting-page.part.tsx';
import { AlertRow } from './alert-row.tsx';
import { ALERT_SHAPES } from './alert-shapes.ts';
import { GROUPS, offeredKinds, reachableWays, toValues, offeredWays } from './alerts.domain.ts';
import { AlertContacts } from './alert-contacts.tsx';
import { useSaveAlerts } from './use-save-alerts.ts';

/** Alert settings of the account: a row for each kind, with a switch that acts straight away. */
export function AlertsScreen() {
  const t = useTexts('alerts');
  return (
    <SettingPage
      title={t('title')}
      isWide
      isOffered={({ details }) => offeredKinds(details).length > 0 && offeredWays(details).length > 0}
    >
      {(managed) => <OfAccount {...managed} />}
    </SettingPage>
  );
}

function OfAccount(managed: Managed) {
  const alerts = useOperation(getAlerts, { body: { Card: cardReferenceOf(managed.card) } });
  if (alerts.data) return <Alerts {...managed} alerts={alerts.data} />;
  if (alerts.failure) return <LoadFailed failure={alerts.failure} onRetry={alerts.refetch} />;
  return (
    <div className="panel">
      <SkeletonRows count={5} />
    </div>
  );
}

type AlertsProps = Managed & { readonly alerts: AccountAlerts };

function Alerts({ card, details, alerts }: AlertsProps) {
  const t = useTexts('alerts');
  const validation = useTexts('validation');
  const save = useSaveAlerts(card, alerts);
  const kinds = offeredKinds(details);
  const ways = offeredWays(details);
  const reachable = reachableWays(alerts);
  const values = toValues(alerts);
  return (
    <PageSplit side={<AlertContacts ways={ways} reachable={reachable} />}>
      <p className="alerts__lead">{t('lead')}</p>
      {reachable.length === 0 ? <Banner tone="warning">{validation('noNotificationType')}</Banner> : null}
      {(['card', 'money'] as const).map((group) => {
        const rows = GROUPS[group].filter((kind) => kinds.includes(kind));
        if (rows.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`alerts-${group}`}>
            <h2 className="alerts__heading" id={`alerts-${group}`}>
              {t(`group.${group}`)}
            </h2>
            <ul className="panel alert-rows">
              {rows.map((kind) => (
                <AlertRow key={kind} kind={kind} values={values} ways={ways} reachable={reachable} save={save} />
              ))}
            </ul>
          </section>
        );
      })}
      <section aria-labelledby="alerts-security">
        <h2 className="alerts__heading" id="alerts-security">
          {t('group.security')}
        </h2>
        <ul className="panel alert-rows">
          <li className="alert-row">
            <Stroke shape={ALERT_SHAPES.security} isTinted />
            <div className="alert-row__body alert-row__always">
              <div>
                <p className="alert-reach__title">{t('security')}</p>
                <p className="alert-reach__now">{t('how.security')}</p>
              </div>
              <p>{t('always')}</p>
            </div>
          </li>
        </ul>
      </section>
    </PageSplit>
  );
}
