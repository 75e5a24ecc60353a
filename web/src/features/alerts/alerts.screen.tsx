import './alerts.css';
import { type AccountAlerts, getAlerts, saveAlerts } from '@wattle/contract/alerts/alerts.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '../../router/public.ts';
import { call } from '../../api/call.ts';
import { operationKey, useOperation } from '../../api/use-operation.ts';
import { type Failed, type Problems, refusalOf } from '../../form/form.domain.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EditSection, useOpenSection } from '../../journey/edit-section.tsx';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { PageSplit } from '../../ui/page-split.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { SummaryList } from '../../ui/summary-list.tsx';
import { cardReferenceOf } from '../cards/public.ts';
import { type Managed, SettingPage } from '../cards/settings/setting-page.part.tsx';
import { AlertTable } from './alert-table.tsx';
import {
  type AlertField,
  type AlertValues,
  amountProblem,
  KINDS,
  kindsOf,
  reachedBy,
  toAlerts,
  toValues,
  waysIn,
  waysOf,
} from './alerts.domain.ts';

/** Alert settings of the account: kinds and channels. */
export function AlertsScreen() {
  const t = useTexts('alerts');
  return (
    <SettingPage
      title={t('title')}
      isWide
      isOffered={({ details }) => kindsOf(details).length > 0 && waysOf(details).length > 0}
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
  const format = useFormat();
  const cache = useQueryClient();
  const section = useOpenSection();
  const kinds = kindsOf(details);
  const reached = reachedBy(alerts);
  const saved = toValues(alerts);
  const wordsOf = (text: string) =>
    waysIn(text)
      .map((way) => t(`way.${way}`))
      .join(t('and')) || t('off');
  const amounts = {
    overValue: format.money(Number(saved.overValueAmount)),
    lowBalance: format.money(Number(saved.lowBalanceAmount)),
  };
  const fields = Object.fromEntries(
    ([...KINDS, 'overValueAmount', 'lowBalanceAmount'] as const).map((name) => [
      name,
      { label: t(`field.${name}`), called: t(`field.${name}`), id: `alert-${name}` },
    ]),
  ) as Readonly<Record<AlertField, { label: string; called: string; id: string }>>;
  const check = (values: AlertValues): Problems<AlertField> => {
    const found = (['overValue', 'lowBalance'] as const).flatMap((kind) => {
      const problem = values[kind] === '' ? undefined : amountProblem(values[`${kind}Amount`]);
      return problem === undefined ? [] : [[`${kind}Amount`, problem] as const];
    });
    return Object.fromEntries(found);
  };
  const save = async ({ values }: { readonly values: AlertValues }): Promise<Failed<AlertField> | null> => {
    const answer = await call(saveAlerts, {
      body: { Card: cardReferenceOf(card), Alerts: toAlerts(values) },
    });
    if (!answer.ok) return { refusal: refusalOf(answer, [], navigator.onLine) };
    await cache.invalidateQueries({ queryKey: operationKey(getAlerts) });
    return null;
  };
  return (
    <PageSplit
      side={
        <>
          <Contacts reached={reached} />
          <p className="alert-table__how">{t('always')}</p>
        </>
      }
    >
      {reached.length === 0 ? <Banner tone="warning">{validation('noNotificationType')}</Banner> : null}
      <div className="panel">
        <EditSection
          section={section}
          id="alerts"
          title={t('section')}
          hint={t('hint')}
          rows={kinds.map((kind) => ({
            term: t(`field.${kind}`),
            value: wordsOf(saved[kind]),
            ...(kind === 'overValue' || kind === 'lowBalance'
              ? saved[kind] === ''
                ? {}
                : { detail: t(`${kind}.amount`, { amount: amounts[kind] }) }
              : {}),
          }))}
          saved={saved}
          fields={fields}
          check={check}
          save={save}
          action={t('save')}
        >
          {(form) => <AlertTable form={form} kinds={kinds} ways={waysOf(details)} reached={reached} />}
        </EditSection>
      </div>
    </PageSplit>
  );
}

/** Where the alerts go. */
function Contacts({ reached }: { readonly reached: readonly string[] }) {
  const t = useTexts('alerts');
  const person = useOperation(getPersonalDetails, {}).data;
  if (!person) return null;
  return (
    <section aria-label={t('where')}>
      <h2>{t('where')}</h2>
      <SummaryList
        layout="sides"
        rows={[
          { term: t('way.email'), value: <EmailText email={person.EmailAddress || t('none')} /> },
          { term: t('way.sms'), value: person.Mobile || t('none') },
          { term: t('way.push'), value: t(reached.includes('push') ? 'pushOn' : 'pushOff') },
        ]}
      />
      <p className="alert-table__ways">
        <Link to={paths.myAccount()}>{t('changeContacts')}</Link>
        <Link to={paths.signInMethods()}>{t('changePush')}</Link>
      </p>
    </section>
  );
}
