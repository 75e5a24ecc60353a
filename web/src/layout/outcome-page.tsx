import '../ui/pages/page-parts.css';
import './outcome-page.css';
import { useEffect, useRef, type ReactNode } from 'react';
import { useBrand } from '../brand/brand.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { InstallOffer } from '../installed-app/install-offer.tsx';
import { useIsSignedIn } from '../session/session.ts';
import { AppIcon } from '../ui/app-icon.tsx';
import type { BadgeTone } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { KeepSlip } from '../ui/pages/keep-slip.tsx';
import { RoundPicture, type RoundPictureTone } from '../ui/round-picture.tsx';
import { Slip, slipText, type SlipRow } from '../ui/pages/slip.tsx';
import { QUESTION, Stroke } from '../ui/charts/stroke.tsx';
import { usePageTitle } from './page-title.ts';
import { useDarkMedia } from '../browser/theme.ts';

/** The brand's mark on a receipt: for its background on the screen, and for white paper when it is printed. */
function PaperLogo() {
  const { Assets } = useBrand();
  const dark = useDarkMedia();
  return (
    <picture>
      <source srcSet={Assets.LogoOnDark} media={dark === 'not all' ? dark : `screen and ${dark}`} />
      <img src={Assets.Logo} alt="" width="32" height="32" />
    </picture>
  );
}

/**
 * `done`: nothing is left to do. `sent`: on its way. `later`: on a later day. `held`: waits, and can be stopped.
 * `waiting`: someone else decides. `notSent`: nothing has left. `stopped`: by the person. `unsure`: the answer was
 * lost.
 */
export type OutcomeState = 'done' | 'sent' | 'later' | 'held' | 'waiting' | 'notSent' | 'stopped' | 'unsure';

type Look = { readonly tone: RoundPictureTone; readonly picture: ReactNode; readonly tag?: BadgeTone };

const LOOKS: Readonly<Record<OutcomeState, Look>> = {
  done: { tone: 'ok', picture: <Icon name="check" /> },
  sent: { tone: 'ok', picture: <AppIcon name="up" /> },
  later: { tone: 'info', picture: <AppIcon name="calendar" /> },
  held: { tone: 'info', picture: <Icon name="clock" />, tag: 'info' },
  waiting: { tone: 'quiet', picture: <span className="outcome__spin" />, tag: 'neutral' },
  notSent: { tone: 'danger', picture: <Icon name="warning" />, tag: 'danger' },
  stopped: { tone: 'quiet', picture: <Icon name="close" />, tag: 'neutral' },
  unsure: { tone: 'warn', picture: <Stroke shape={QUESTION} />, tag: 'warning' },
};

/** After which the app may be offered for installing. */
const IS_GOOD: ReadonlySet<OutcomeState> = new Set(['done', 'sent', 'later']);

export type OutcomeSlip = {
  readonly rows: readonly SlipRow[];
  /** Receipt or reference number. */
  readonly number?: string;
  /** Saves it as a file. */
  readonly save?: ReactNode;
  /** Another way to keep it: in a calendar. */
  readonly more?: ReactNode;
  /** Seldom wanted actions, below the ways to keep it. */
  readonly end?: ReactNode;
};

type OutcomePageProps = {
  readonly state: OutcomeState;
  /** Heading with amount and name: `$350.00 to Jordan is on hold`. */
  readonly title: string;
  /** Title of the document, which a browser keeps in its history: without amounts and names. The heading if absent. */
  readonly pageTitle?: string;
  readonly lead?: ReactNode;
  /** Between lead and buttons: what happened so far and what comes, or what is shown once. */
  readonly content?: ReactNode;
  /** Buttons; the first one is the main one. */
  readonly ways?: ReactNode;
  /** Receipt, or what it would have been. */
  readonly slip?: OutcomeSlip | undefined;
  /** Notices below the buttons. */
  readonly children?: ReactNode;
};

/**
 * How something has ended: a payment, a top-up, an order, a card that is blocked. The one page for it: heading, document
 * title, state and focus say the same.
 */
export function OutcomePage({ state, title, pageTitle, lead, content, ways, slip, children }: OutcomePageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isSignedIn = useIsSignedIn();
  usePageTitle(pageTitle ?? title);
  // It replaces the page before it, or of another state, at the same address: the heading is read out.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [state]);
  const { tone, picture } = LOOKS[state];
  return (
    <div className={classNames('journey-page outcome', slip && 'journey-page--wide outcome--split')}>
      <div className="outcome__main">
        <RoundPicture tone={tone}>{picture}</RoundPicture>
        <div>
          <h1 className="outcome__title" tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {lead ? <div className="outcome__lead">{lead}</div> : null}
        </div>
        {content}
        {ways ? <div className="outcome__ways">{ways}</div> : null}
        {children}
        {IS_GOOD.has(state) && isSignedIn ? <InstallOffer /> : null}
      </div>
      {slip ? <Kept slip={slip} state={state} title={title} /> : null}
    </div>
  );
}

type KeptProps = { readonly slip: OutcomeSlip; readonly state: OutcomeState; readonly title: string };

function Kept({ slip: { rows, number, save, more, end }, state, title }: KeptProps) {
  const t = useTexts('ui');
  const { BrandName } = useBrand();
  const { tag } = LOOKS[state];
  const isKept = state !== 'notSent' && state !== 'unsure' && state !== 'waiting';
  return (
    <div className="outcome__side">
      <Slip
        issuer={{ name: BrandName, logo: <PaperLogo /> }}
        word={t(isKept ? 'receipt.title' : 'receipt.details')}
        tag={tag ? { tone: tag, text: t(`outcome.${state}`) } : undefined}
        rows={rows}
      />
      {isKept ? (
        <KeepSlip title={title} text={slipText(title, BrandName, rows)} number={number} save={save} more={more} />
      ) : null}
      {end}
    </div>
  );
}
