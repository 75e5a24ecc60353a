import { useEffect, useEffectEvent } from 'react';
import { Link, Navigate, useLocation } from '../../../router/public.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { OutcomePage } from '../../../layout/outcome-page.tsx';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { useContactsToConfirm, useUnreachedUser } from '../../profile/public.ts';
import { inGroups, useRefetchCards } from '../../cards/public.ts';

/** Kept by the history, so that a reload shows it again without a new request. */
export type Requested = {
  readonly requested: { readonly reference: string; readonly fee: number; readonly card: string };
};

/** Confirms the request of an upgrade, with the next steps. Shown only after the request. */
export function UpgradeRequestedScreen() {
  const t = useTexts('upgrade');
  const format = useFormat();
  const contacts = useContactsToConfirm();
  const unreached = useUnreachedUser();
  const { requested } = (useLocation().state ?? {}) as Partial<Requested>;
  // A list from before the request would offer the upgrade again.
  const refetch = useEffectEvent(useRefetchCards());
  useEffect(() => void refetch(), []);
  if (!requested) return <Navigate to={paths.cardHome()} replace />;
  const { reference, fee, card } = requested;
  return (
    <OutcomePage
      state="done"
      title={t('requested.title')}
      lead={
        <>
          <p>{t('requested.lead')}</p>
          <p>{t('requested.next')}</p>
          {contacts === null ? null : (
            <p>
              {t(unreached === null ? `requested.contacts.${contacts}` : `requested.unreached.${unreached}`)}{' '}
              <Link to={paths.myAccount()}>{t('requested.toContacts')}</Link>
            </p>
          )}
        </>
      }
      ways={
        <Link className={buttonClass({ wide: true })} to={paths.cardHome()}>
          {t('requested.toCards')}
        </Link>
      }
      slip={{
        number: reference,
        rows: [
          { term: t('requested.reference'), value: inGroups(reference) },
          { term: t('confirm.card'), value: card },
          ...(fee > 0 ? [{ term: t('confirm.fee'), value: format.money(fee) }] : []),
        ],
      }}
    />
  );
}
