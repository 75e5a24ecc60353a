import './ready-frame.css';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { BrandLogo } from '../../../layout/brand-logo.tsx';
import { LanguageTool } from '../../../layout/language-switch.tsx';
import { usePageTitle } from '../../../layout/page-title.ts';
import { paths } from '../../../paths.ts';
import { classNames } from '../../../ui/class-names.ts';

type ReadyFrameProps = {
  readonly suffix: string;
  /** Name of the holder, where it is known. */
  readonly name?: string | undefined;
  readonly picture?: ReactNode;
  readonly children: ReactNode;
};

/** The end of an activation: the card lit up on the brand's hero, and the first steps below or next to it. */
export function ReadyFrame({ suffix, name, picture, children }: ReadyFrameProps) {
  const t = useTexts('activation');
  const title = name ? t('done.titleNamed', { name }) : t('done.title');
  usePageTitle(title);
  return (
    <div className={classNames('ready', picture ? 'ready--pictured' : undefined)}>
      <header className="ready__top on-hero">
        <BrandLogo to={paths.root()} onHero />
        <LanguageTool />
      </header>
      <main className="ready__main" id="main" tabIndex={-1}>
        <div className="ready__hero on-hero">
          <h1 className="ready__title">{title}</h1>
          <p className="ready__lead">{t('done.lead', { suffix })}</p>
          {picture ? <div className="ready__picture">{picture}</div> : null}
        </div>
        <div className="ready__sheet">
          <div className="ready__in">{children}</div>
        </div>
      </main>
    </div>
  );
}
