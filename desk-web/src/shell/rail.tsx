import { Link, useLocation } from '@wattle/web/router/public.ts';
import { Stroke } from '@wattle/web/ui/charts/stroke.tsx';
import { translate } from '@wattle/web/i18n/i18n.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useEffect, useRef } from 'react';
import { PLACE_SHAPES, type Place, type PlaceCount } from '../desk-page.ts';
import { knownPages } from '../known-pages.ts';
import { type DeskSession, signOut } from '../session/session.ts';

type Entry = { readonly path: string; readonly place: Place };

const entries = (): readonly Entry[] => knownPages().flatMap(({ path, place }) => (place ? [{ path, place }] : []));
const noCount = (): PlaceCount | null => null;

type RailProps = { readonly session: DeskSession; readonly brands: readonly string[] };

/** The places of the desk, the name of the programme, and the signed-in member. */
export function Rail({ session, brands }: RailProps) {
  const t = useTexts('desk');
  const of = (group: Place['in']) => entries().filter(({ place }) => place.in === group);
  const programmes = of('programme');
  return (
    <aside className="rail" aria-label={session.programme}>
      <p className="rail__programme">
        <i className="rail__mark" aria-hidden="true" />
        <span>
          {session.programme}
          {brands.length > 0 ? <span className="rail__brands">{brands.join(', ')}</span> : null}
        </span>
      </p>
      <nav className="rail__places" aria-label={t('shell.places')}>
        <ul>
          {of('work').map((entry) => (
            <RailPlace key={entry.path} {...entry} />
          ))}
        </ul>
        {programmes.length > 0 ? (
          <>
            <p className="rail__group" id="rail-programme">
              {t('shell.programme')}
            </p>
            <ul aria-labelledby="rail-programme">
              {programmes.map((entry) => (
                <RailPlace key={entry.path} {...entry} />
              ))}
            </ul>
          </>
        ) : null}
      </nav>
      <div className="rail__who">
        <p className="strong">{session.fullName}</p>
        <p className="quiet">{t(`role.${session.role}`)}</p>
        <button type="button" className="link-button" onClick={() => void signOut()}>
          {t('shell.signOut')}
        </button>
      </div>
    </aside>
  );
}

function RailPlace({ path, place: { label, shape, useCount = noCount } }: Entry) {
  const t = useTexts('desk');
  const here = useLocation().pathname;
  const count = useCount();
  const isHere = here === path || (path !== '/' && here.startsWith(`${path}/`));
  const place = useRef<HTMLLIElement>(null);
  // On a phone the places are in a row that scrolls.
  useEffect(() => {
    if (isHere) place.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isHere]);
  return (
    <li ref={place}>
      <Link className="rail__place" to={path} aria-current={isHere ? 'page' : undefined}>
        <Stroke shape={PLACE_SHAPES[shape]} />
        <span>{translate(label)}</span>
        {count && count.count > 0 ? (
          <b className={count.isHot ? 'rail__count rail__count--hot' : 'rail__count'}>
            <span aria-hidden="true">{count.isMore ? `${count.count}+` : count.count}</span>
            <span className="visually-hidden">{t('shell.waiting', { count: count.count })}</span>
          </b>
        ) : null}
      </Link>
    </li>
  );
}
