import { getCardControls } from '@wattle/contract/cards/controls.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { OptionList } from '../../../ui/fields/option-list.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { cardReferenceOf } from '../cards.domain.ts';
import { controlRows } from './control-switch.tsx';
import { SettingPage } from './setting-page.part.tsx';
import { offers } from './settings.domain.ts';

/** Where and for what the card works: ways to pay, and kinds of shops. */
export function ControlsScreen() {
  const t = useTexts('settings');
  return (
    <SettingPage title={t('controls.title')} isOffered={offers.controls}>
      {({ card }) => <Controls card={card} />}
    </SettingPage>
  );
}

function Controls({ card }: { readonly card: CardSummary }) {
  const t = useTexts('settings');
  const controls = useOperation(getCardControls, { body: { Card: cardReferenceOf(card) } });
  if (controls.failure) return <LoadFailed failure={controls.failure} onRetry={controls.refetch} />;
  const { data } = controls;
  if (!data) {
    return (
      <div className="panel">
        <SkeletonRows count={6} />
      </div>
    );
  }
  const titleOf = (name: string) => t(`control.${name}.title`);
  return (
    <div className="settings__groups">
      {(['channel', 'category'] as const).map((kind) => (
        <section className="settings__group" key={kind} aria-label={t(`controls.${kind}`)}>
          <h2 className="settings__heading">{t(`controls.${kind}`)}</h2>
          {kind === 'category' ? <p className="settings__hint">{t('controls.categoryHint')}</p> : null}
          <OptionList rows={controlRows(card, data, kind, titleOf)} />
        </section>
      ))}
    </div>
  );
}
