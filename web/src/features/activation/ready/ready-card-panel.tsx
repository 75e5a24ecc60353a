import './ready-card.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { Link } from '../../../router/public.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { OptionList, type OptionRow } from '../../../ui/fields/option-list.tsx';
import { canTopUp } from '../../cards/public.ts';
import { useContactsToConfirm } from '../../profile/public.ts';
import { forgetActivated } from './just-activated.ts';

const SHAPES = {
  contacts: 'M3.5 6h17v12h-17zM4 6.5l8 6 8-6',
  topUp: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 8v8M8 12h8',
  alerts: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.500h-15zM10 20.5a2.2 2.2 0 0 0 4 0',
  signIn:
    'M9 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM3 20c.4-4 2.7-6 6-6 1.5 0 2.8.4 3.8 1.2M17.5 10a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM17.5 15v6m0-2.5h2',
};

/** The codes of new contacts, the first top-up if it belongs to them, then steps that make the card safer. */
export function useNextSteps(hasTopUp: boolean): readonly OptionRow[] {
  const t = useTexts('ready');
  const { Features } = useBrand();
  const contacts = useContactsToConfirm();
  const rows: OptionRow[] = [];
  if (contacts !== null)
    rows.push({
      title: t(`contacts.${contacts}.title`),
      now: t(`contacts.${contacts}.text`),
      shape: SHAPES.contacts,
      way: { to: paths.myAccount(), link: Link },
    });
  if (hasTopUp)
    rows.push({
      title: t('topUp.title'),
      now: t('topUp.text'),
      shape: SHAPES.topUp,
      way: { to: paths.topup(), link: Link },
    });
  if (Features.alerts)
    rows.push({
      title: t('alerts.title'),
      now: t('alerts.text'),
      shape: SHAPES.alerts,
      way: { to: paths.alerts(), link: Link },
    });
  rows.push({
    title: t('signIn.title'),
    now: t('signIn.text'),
    shape: SHAPES.signIn,
    way: { to: paths.signInMethods(), link: Link },
  });
  return rows;
}

/** Next steps of a card that was just activated, until they are dismissed. */
export function ReadyCardPanel({ card }: { readonly card: CardSummary }) {
  const t = useTexts('ready');
  const rows = useNextSteps(canTopUp(card));
  return (
    <section className="ready-card" aria-labelledby="ready-card-title">
      <div className="ready-card__head">
        <h2 id="ready-card-title">{t('title')}</h2>
        <Button tone="text" small onClick={forgetActivated}>
          {t('putAway')}
        </Button>
      </div>
      <OptionList rows={rows} />
    </section>
  );
}
