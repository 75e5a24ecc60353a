import { LANGUAGE_NAME, LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import type { Looked } from '../../calls/use-command.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { Finding } from './use-brand-edit.ts';

type Of = { readonly brand: string; readonly version: string };

const TONES = { fault: 'bad', look: 'warn', pass: 'ok' } as const;
const toneOf = (state: string) => TONES[state === 'fault' || state === 'look' ? state : 'pass'];

/** Check of the saved version: what keeps it from being published, what to look at, and what is right. */
export function CheckPart({
  of: looked,
  isOld,
  brand,
  version,
}: Of & { readonly of: Looked<Finding>; readonly isOld: boolean }) {
  const t = useTexts('deskBrands');
  const [isTrying, setTrying] = useState(false);
  return (
    <Pane title={t('check.title')}>
      <LookedPart of={looked} empty={t('check.none')}>
        {(rows) => (
          <ul className="brands__check small">
            {rows.map((row) => (
              <li key={`${row.state} ${row.place} ${row.key} ${row.reason}`}>
                <Tag tone={toneOf(row.state)}>{t(`check.${row.state}`)}</Tag>
                {row.state === 'pass' ? (
                  <span>{t(`check.pass.${row.place}`, { count: row.count })}</span>
                ) : (
                  <FaultWords of={row} />
                )}
              </li>
            ))}
          </ul>
        )}
      </LookedPart>
      {isTrying ? (
        <TriedLinks brand={brand} version={version} />
      ) : (
        <p>
          <Button tone="line" small onClick={() => setTrying(true)}>
            {t('check.try')}
          </Button>
        </p>
      )}
      <p className="small quiet">{t(isOld ? 'check.unsaved' : 'check.rule')}</p>
    </Pane>
  );
}

const DEAD = { page: 'dead_page', host: 'dead_host' } as const;

/** Links of the saved version, each asked for once. One that leads nowhere keeps it from being published. */
function TriedLinks({ brand, version }: Of) {
  const t = useTexts('deskBrands');
  const looked = useCommand('try-brand-links', { brand, version });
  return (
    <LookedPart of={looked} empty={t('check.noLinks')}>
      {(rows) => (
        <ul className="brands__check small">
          {rows.map(({ place, url, state, status }) => (
            <li key={place}>
              <Tag tone={state === 'answers' ? 'ok' : state === 'dead' ? 'bad' : 'warn'}>
                {t(state === 'answers' ? 'check.pass' : state === 'dead' ? 'check.fault' : 'check.look')}
              </Tag>
              <span>
                {t(`check.link.${state === 'dead' ? DEAD[status === 0 ? 'host' : 'page'] : state}`, { url, status })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </LookedPart>
  );
}

/** Place of a part in words: "Company website", "Brand, Dark theme", "access:lostOrStolen, English". */
function usePlaceWords(): (place: string) => string {
  const t = useTexts('deskBrands');
  return (place) => {
    const [, kind = '', inner = ''] = /^([a-z]+)\.?([\s\S]*)$/.exec(place) ?? [];
    const [first = '', ...rest] = inner.split('.');
    const name = rest.join('.');
    if (kind === 'settings') return t(`setting.${inner}`);
    if (kind === 'name') return t('setting.name');
    if (kind === 'colours' && name !== '')
      return t('place.colour', { name: t(`token.${name}`), theme: t(`theme.${first}`) });
    const language = LANGUAGES.find((one) => one === first);
    return kind === 'texts' && language ? t('place.text', { key: name, language: LANGUAGE_NAME[language] }) : inner;
  };
}

function FaultWords({ of: { place, key, reason } }: { readonly of: Finding }) {
  const t = useTexts('deskBrands');
  const placeWords = usePlaceWords();
  const element = place.startsWith('files.') ? key : '';
  const at = place === 'colours' ? key : [placeWords(place), element].filter(Boolean).join(' ');
  return <span>{t('check.at', { at, reason })}</span>;
}

/** Differences between a version and the published one. */
export function ComparePart({ brand, version, title }: Of & { readonly title: string }) {
  const t = useTexts('deskBrands');
  const placeWords = usePlaceWords();
  const looked = useCommand('compare-brand', { brand, version });
  return (
    <Pane title={title} isPadded={false}>
      <LookedPart of={looked} empty={t('compare.same')}>
        {(rows) => (
          <RowsTable
            label={title}
            rows={rows}
            keyOf={({ place }) => place}
            columns={[
              { key: 'what', head: t('compare.what'), render: ({ place }) => placeWords(place) },
              { key: 'before', head: t('compare.live'), render: ({ place, before }) => shown(place, before) },
              {
                key: 'after',
                head: t('compare.version', { version }),
                render: ({ place, after }) => shown(place, after),
              },
            ]}
          />
        )}
      </LookedPart>
    </Pane>
  );
}

function shown(place: string, value: string) {
  if (!place.startsWith('colours.') || !/^#[\da-f]{3,6}$/i.test(value)) return value;
  return (
    <span className="brands__swatch">
      <i style={{ background: value }} aria-hidden="true" />
      <span className="mono">{value}</span>
    </span>
  );
}

type VersionsProps = {
  readonly brand: string;
  readonly onBack: (version: number) => void;
  readonly mayPublish: boolean;
};

/** Versions of a brand, with the way back to each that was published. */
export function VersionsPart({ brand, onBack, mayPublish }: VersionsProps) {
  const t = useTexts('deskBrands');
  const format = useDeskFormat();
  const looked = useCommand('brand-versions', { brand });
  return (
    <Pane title={t('versions.title')} isPadded={false}>
      <LookedPart of={looked} empty={t('versions.none')}>
        {(rows) => (
          <RowsTable
            label={t('versions.title')}
            rows={rows}
            keyOf={({ version }) => String(version)}
            columns={[
              {
                key: 'version',
                head: t('versions.version'),
                isTight: true,
                render: ({ version, state, publishedAt }) => (
                  <span className="brands__swatch">
                    <span className="strong">{version}</span>
                    <Tag tone={state === 'published' ? 'ok' : state === 'draft' ? 'info' : 'plain'}>
                      {t(`state.${state === 'superseded' && publishedAt !== '' ? 'before' : state}`)}
                    </Tag>
                  </span>
                ),
              },
              {
                key: 'made',
                head: t('versions.made'),
                render: ({ origin, madeBy, madeAt }) =>
                  origin === 'import'
                    ? t('imported', { at: format.momentIn(madeAt) })
                    : t('changed', { name: madeBy, at: format.momentIn(madeAt) }),
              },
              {
                key: 'published',
                head: t('versions.published'),
                render: ({ publishedBy, publishedAt }) =>
                  publishedAt === ''
                    ? '–'
                    : publishedBy === 'import'
                      ? t('imported', { at: format.momentIn(publishedAt) })
                      : t('changed', { name: publishedBy, at: format.momentIn(publishedAt) }),
              },
              {
                key: 'back',
                head: '',
                isTight: true,
                render: ({ version, state, publishedAt }) =>
                  mayPublish && state === 'superseded' && publishedAt !== '' ? (
                    <button type="button" className="link-button" onClick={() => onBack(version)}>
                      {t('versions.back', { version })}
                    </button>
                  ) : null,
              },
            ]}
          />
        )}
      </LookedPart>
    </Pane>
  );
}
