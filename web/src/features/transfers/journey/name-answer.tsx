import '../found-name.css';
import { useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { NameCheck } from '../payment-method.ts';
import type { useNameCheck } from './use-name-check.ts';

type NameAnswerProps = {
  readonly check: NameCheck | null;
  /** Leads to what should be changed. */
  readonly onChange: (part: 'name' | 'account') => void;
};

/** Result of the name check, shown below the name field. */
export function NameAnswer({ check, onChange }: NameAnswerProps) {
  const t = useTexts('transfers');
  const [kept, setKept] = useState<NameCheck | null>(null);
  const isKept = kept !== null && kept === check;
  return (
    <div className="transfer__name-check" role="status">
      {check?.Outcome === 'match' ? (
        <p className="found-name">
          <Icon name="check" size="s" />
          {t('name.match')}
        </p>
      ) : null}
      {check?.Outcome === 'cannotSay' ? <p className="transfer__note">{t('name.cannotSay')}</p> : null}
      {check && isWarning(check) ? (
        <Banner tone="warning" title={t(`name.${check.Outcome}.title`)}>
          {textOf(check, t)}
          {isKept ? null : (
            <span className="transfer__name-actions">
              <Button tone="line" small onClick={() => onChange(partOf(check))}>
                {t(`name.change.${partOf(check)}`)}
              </Button>
              <Button tone="text" small onClick={() => setKept(check)}>
                {t(`name.keep.${partOf(check)}`)}
              </Button>
            </span>
          )}
        </Banner>
      ) : null}
    </div>
  );
}

/** The result of the name check on the review. It replaces the sentence that names are not checked. */
export function NameNotice({ check, isUnderWay }: ReturnType<typeof useNameCheck>) {
  const t = useTexts('transfers');
  if (isUnderWay) return <Banner title={t('name.checking.title')}>{t('name.checking.text')}</Banner>;
  if (check && isWarning(check)) {
    return (
      <Banner tone="warning" title={t(`name.${check.Outcome}.title`)}>
        {textOf(check, t)}
      </Banner>
    );
  }
  return check?.Outcome === 'match' ? (
    <Banner tone="ok" title={t('name.match')}>
      {t('name.matchText')}
    </Banner>
  ) : (
    <Banner tone="warning" title={t('confirm.checkTitle')}>
      {t('confirm.checkText')}
    </Banner>
  );
}

function isWarning({ Outcome }: NameCheck): boolean {
  return Outcome !== 'match' && Outcome !== 'cannotSay';
}

/** The part that should be changed: the name, or an account that cannot be paid whatever its name. */
function partOf({ Outcome }: NameCheck): 'name' | 'account' {
  return Outcome === 'closed' || Outcome === 'noAccount' ? 'account' : 'name';
}

function textOf({ Outcome, BusinessName }: NameCheck, t: ReturnType<typeof useTexts>): string {
  if (BusinessName !== null) return t('name.business', { name: BusinessName });
  return t(`name.${Outcome}.text`);
}
