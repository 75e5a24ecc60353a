import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { useRef, useState } from 'react';
import { useOperation } from '../../../api/use-operation.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { useBrand } from '../../../brand/brand.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { PageSplit } from '../../../ui/pages/page-split.tsx';
import { Stroke } from '../../../ui/charts/stroke.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import type { Way } from '../../../ui/way.tsx';
import { inOneLine } from '../../../ui/fields/address-draft.ts';
import { CardPicture } from '../card-picture.part.tsx';
import { cardWords } from '../public.ts';
import { CardSwitch } from '../switch/card-switch.part.tsx';
import type { StopPlan } from './block-review.tsx';
import type { Reason } from './settings.domain.ts';
import { SETTING_SHAPES } from './setting-shapes.ts';
import { useWordsOfCard } from './words-of-card.ts';

const SHAPE_OF = {
  lost: SETTING_SHAPES.lost,
  stolen: SETTING_SHAPES.stolen,
  damaged: SETTING_SHAPES.damaged,
  other: SETTING_SHAPES.block,
} as const;

type BlockChoiceProps = {
  readonly card: CardSummary;
  /** Null until a reason is chosen. */
  readonly plan: (StopPlan & { readonly sendsNew: boolean }) | null;
  readonly back: Way;
  readonly reasons: readonly Reason[];
  /** Price of a new card in dollars; null if none is sent. */
  readonly feeOf: (reason: Reason) => number | null;
  /** Whether a new card would be made. */
  readonly makesNew: (reason: Reason) => boolean;
  readonly onChoose: (reason: Reason) => void;
  readonly onWantsNew: (wants: boolean) => void;
  /** Absent until a reason is chosen. */
  readonly onContinue?: () => void;
};

/** Asks for the reason to block the card and whether to send a replacement. */
export function BlockChoice(props: BlockChoiceProps) {
  const { card, plan, back, reasons, feeOf, makesNew, onChoose, onWantsNew, onContinue } = props;
  const t = useTexts('settings');
  const wordsOf = useWordsOfCard(card);
  const errorText = useErrorTexts();
  const { OverrideLostOrStolenText: lostWords, SupportPhoneNumber: phone } = useBrand();
  const [isMissing, setMissing] = useState(false);
  const choices = useRef<HTMLFieldSetElement>(null);
  const reason = plan?.reason ?? null;
  const isHindered = reason === 'damaged' && !plan?.isCovered;
  const asksForNew = plan !== null && plan.canSendNew && reason !== 'damaged' && plan.isCovered;
  const isMissed = isMissing && reason === null;
  const goOn = () => {
    if (onContinue) return onContinue();
    setMissing(true);
    choices.current?.querySelector('input')?.focus();
  };
  return (
    <JourneyPage
      title={wordsOf('stop.title')}
      back={back}
      lead={<span className="setting-page__card">{cardWords(card)}</span>}
      isWide
    >
      <PageSplit
        side={
          <>
            <div className="block-picture">
              <CardPicture card={card} />
            </div>
            {plan === null ? null : <NextSteps reason={plan.reason} sendsNew={plan.sendsNew} />}
          </>
        }
        end={
          isHindered ? null : (
            <Button wide onClick={goOn}>
              {t('stop.continue')}
            </Button>
          )
        }
      >
        {lostWords === null ? null : <p>{lostWords}</p>}
        {card.CardStatus === 'Active' ? (
          <section className="block-note" aria-label={t('stop.notSure')}>
            <p>
              <b>{t('stop.notSure')}</b> {wordsOf('stop.notSureText')}
            </p>
            <CardSwitch card={card} />
          </section>
        ) : null}
        <fieldset className="block-choice" ref={choices} aria-describedby={isMissed ? 'block-missing' : undefined}>
          <legend className="visually-hidden">{wordsOf('stop.title')}</legend>
          {reasons.map((one) => (
            <label className="block-choice__one" key={one}>
              <Stroke shape={SHAPE_OF[one]} isTinted />
              <span>
                <span className="block-choice__title">{wordsOf(`reason.${one}`)}</span>
                <span className="block-choice__means">{wordsOf(meansOf(one, makesNew(one)))}</span>
              </span>
              <Fee dollars={feeOf(one)} />
              <input
                className="block-choice__input"
                type="radio"
                name="reason"
                value={one}
                checked={one === reason}
                onChange={() => onChoose(one)}
              />
            </label>
          ))}
        </fieldset>
        <div role="alert">
          {isMissed ? (
            <p className="setting-page__problem" id="block-missing">
              {t('stop.choose')}
            </p>
          ) : null}
        </div>
        {asksForNew ? (
          <div className="panel block-send">
            <SendNew isOn={plan.sendsNew} onChange={onWantsNew} />
          </div>
        ) : null}
        {plan?.waits ? <Banner title={t('stop.waitsTitle')}>{t('stop.waits', { phone })}</Banner> : null}
        {plan?.canSendNew && !plan.isCovered ? (
          <Banner tone="warning" title={errorText('20144')}>
            {t(reason === 'damaged' ? 'stop.notCoveredDamaged' : 'stop.notCovered')}
          </Banner>
        ) : null}
      </PageSplit>
    </JourneyPage>
  );
}

/** Words of a choice: a new number is mentioned only if one is made. */
function meansOf(reason: Reason, isNew: boolean) {
  if (reason === 'damaged' || reason === 'other' || isNew) return `reason.${reason}Means` as const;
  return 'reason.stopsOnly' as const;
}

type SendNewProps = { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void };

/** A new card goes where letters go. */
function SendNew({ isOn, onChange }: SendNewProps) {
  const t = useTexts('settings');
  const person = useOperation(getPersonalDetails, {}).data;
  const address = person ? inOneLine(person.CorrespondenceAddress ?? person.Address) : '';
  return (
    <Switch
      label={t('stop.sendNew')}
      hint={address === '' ? t('stop.sendNewHint') : t('stop.sendNewTo', { address })}
      isOn={isOn}
      onChange={onChange}
    />
  );
}

function Fee({ dollars }: { readonly dollars: number | null }) {
  const t = useTexts('settings');
  const format = useFormat();
  if (dollars === null) return null;
  return <span className="block-choice__fee">{dollars === 0 ? t('stop.noFee') : format.money(dollars)}</span>;
}

function NextSteps({ reason, sendsNew }: { readonly reason: Reason; readonly sendsNew: boolean }) {
  const t = useTexts('settings');
  const steps =
    reason === 'damaged' ? ['made', 'activate', 'oldStops'] : ['stops', ...(sendsNew ? ['made', 'activate'] : [])];
  return (
    <section aria-label={t('stop.next')}>
      <h2 className="block-heading">{t('stop.next')}</h2>
      <ol className="block-steps">
        {steps.map((step, place) => (
          <li key={step} className={classNames('block-steps__one', place === 0 && 'block-steps__one--first')}>
            <p className="block-steps__title">{t(`next.${step}`)}</p>
            <p className="block-steps__text">{t(`next.${step}Text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
