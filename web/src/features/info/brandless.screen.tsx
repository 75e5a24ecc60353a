import './info.css';
import { useTexts } from '../../i18n/use-texts.ts';
import { PlainFrame } from '../../layout/plain-frame.tsx';
import { useDocumentTitle, usePageTitle } from '../../layout/page-title.ts';
import { useOutlineGone } from '../../page-skeleton/use-outline-gone.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RoundPicture } from '../../ui/round-picture.tsx';

type BrandlessPageProps = {
  /** The address names a brand that does not exist; else the brand could not be loaded. */
  readonly isUnknown: boolean;
};

/** Without a brand there are no routes: either there is none of that name, or it did not load. */
export function BrandlessPage({ isUnknown }: BrandlessPageProps) {
  const t = useTexts('common');
  const kind = isUnknown ? 'notFound' : 'brandFailed';
  usePageTitle(t(`${kind}.title`));
  useOutlineGone();
  useDocumentTitle();
  return (
    <PlainFrame>
      <RoundPicture>
        <Icon name={isUnknown ? 'info' : 'offline'} />
      </RoundPicture>
      <h1>{t(`${kind}.title`)}</h1>
      <p className="info__lead">{t(`${kind}.text`)}</p>
      <div className="info__actions">
        {isUnknown ? (
          <a className={buttonClass()} href="/">
            {t('notFound.action')}
          </a>
        ) : (
          <Button onClick={() => window.location.reload()}>{t('brandFailed.action')}</Button>
        )}
      </div>
    </PlainFrame>
  );
}
