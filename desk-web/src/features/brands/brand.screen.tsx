import { Button } from '@wattle/web/ui/button.tsx';
import { Link, useParams, useSearch } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { useChange } from '../../calls/use-change.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { LookedPart } from '../../ui/looked.tsx';
import { OutcomePart } from '../../ui/outcome-part.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pane } from '../../ui/pane.tsx';
import { Say } from '../../ui/say.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import { CheckPart, ComparePart, VersionsPart } from './check-part.tsx';
import { ColoursPart } from './colours-part.tsx';
import { PicturesPart } from './pictures-part.tsx';
import { PreviewPart } from './preview-part.tsx';
import { FeaturesPart, LinksPart } from './settings-part.tsx';
import { useBrandEdit, type ValueRow, type Version } from './use-brand-edit.ts';
import { WordsPart } from './words-part.tsx';
import './brands.css';

/** Brand studio: the draft of a brand, or its published version while there is none. */
export function BrandScreen() {
  const t = useTexts('deskBrands');
  const { brand = '' } = useParams();
  const versions = useCommand('brand-versions', { brand });
  const values = useCommand('brand-values', { brand });
  if (versions.rows && values.rows && versions.rows.length > 0)
    return <Studio brand={brand} versions={versions.rows} rows={values.rows} />;
  return (
    <>
      <PageHead title={t('title')} trail={<Link to="/brands">{t('title')}</Link>} />
      <LookedPart<unknown> of={versions.failure ? versions : values} empty={t('unknown')}>
        {() => null}
      </LookedPart>
    </>
  );
}

const TABS = ['look', 'words', 'features', 'links', 'versions'] as const;
type Tab = (typeof TABS)[number];

type StudioProps = {
  readonly brand: string;
  readonly versions: readonly Version[];
  readonly rows: readonly ValueRow[];
};

/** Form that is open: publishing the draft, going back to a version, comparing, or dropping the draft. */
type Open = { readonly kind: 'publish' | 'compare' | 'drop' } | { readonly kind: 'back'; readonly version: number };

function Studio({ brand, versions, rows }: StudioProps) {
  const t = useTexts('deskBrands');
  const edit = useBrandEdit(rows);
  const [open, setOpen] = useState<Open>();
  const asked = useSearch().get('tab');
  const tab: Tab = TABS.find((one) => one === asked) ?? 'look';
  const draft = versions.find(({ state }) => state === 'draft');
  const live = versions.find(({ state }) => state === 'published');
  const shown = draft ?? live ?? versions[0];
  const version = String(shown?.version ?? 1);
  const checked = useCommand('check-brand', { brand, version });
  const findings = checked.rows ?? [];
  const name = edit.liveOf('name');
  const title = typeof name === 'string' ? name : brand;
  const may = {
    draft: useDefinition('draft-brand')?.mayGive === true,
    publish: useDefinition('publish-brand')?.mayGive === true,
  };
  const toggle = (kind: 'publish' | 'compare' | 'drop') => setOpen(open?.kind === kind ? undefined : { kind });
  const parts = { edit, findings };
  return (
    <>
      <PageHead
        title={title}
        trail={
          <>
            <Link to="/brands">{t('title')}</Link>
            <span>{` / ${title}`}</span>
          </>
        }
        tags={
          <>
            {draft ? <Tag tone="info">{t('draft', { version: draft.version })}</Tag> : null}
            {live ? <Tag tone="ok">{t('liveVersion', { version: live.version })}</Tag> : null}
          </>
        }
        actions={
          draft ? (
            <>
              {may.draft ? (
                <Button tone="text" aria-expanded={open?.kind === 'drop'} onClick={() => toggle('drop')}>
                  {t('drop.action')}
                </Button>
              ) : null}
              <Button tone="line" aria-expanded={open?.kind === 'compare'} onClick={() => toggle('compare')}>
                {t('compare.action')}
              </Button>
              {may.publish ? (
                <Button aria-expanded={open?.kind === 'publish'} onClick={() => toggle('publish')}>
                  {t('publish.action')}
                </Button>
              ) : null}
            </>
          ) : null
        }
      />
      {open ? <OpenPart open={open} brand={brand} draft={draft} hasChanges={edit.count > 0} /> : null}
      {draft && live && draft.beganFrom !== live.version ? (
        <MovedOn brand={brand} draft={draft} live={live} mayDraft={may.draft} />
      ) : null}
      {may.draft ? <SavePart brand={brand} version={version} edit={edit} hasDraft={draft !== undefined} /> : null}
      <div className="cols">
        <div className="col-8 stack">
          <Tabs
            label={t('tabs')}
            tabs={TABS.map((key) => ({
              key,
              words: t(`tab.${key}`),
              to: `/brands/${brand}${key === 'look' ? '' : `?tab=${key}`}`,
              isCurrent: tab === key,
            }))}
          />
          {tab === 'look' ? (
            <>
              <ColoursPart edit={edit} />
              <PicturesPart brand={brand} version={version} mayDraft={may.draft} {...parts} />
            </>
          ) : null}
          {tab === 'words' ? <WordsPart brand={brand} version={version} {...parts} /> : null}
          {tab === 'features' ? <FeaturesPart {...parts} /> : null}
          {tab === 'links' ? <LinksPart {...parts} /> : null}
          {tab === 'versions' ? (
            <VersionsPart
              brand={brand}
              mayPublish={may.publish}
              onBack={(one) => setOpen({ kind: 'back', version: one })}
            />
          ) : null}
          <CheckPart key={version} of={checked} isOld={edit.count > 0} brand={brand} version={version} />
        </div>
        <div className="col-4 stack">
          <PreviewPart brand={brand} version={version} edit={edit} />
        </div>
      </div>
    </>
  );
}

type OpenProps = {
  readonly open: Open;
  readonly brand: string;
  readonly draft: Version | undefined;
  readonly hasChanges: boolean;
};

function OpenPart({ open, brand, draft, hasChanges }: OpenProps) {
  const t = useTexts('deskBrands');
  const version = String(open.kind === 'back' ? open.version : (draft?.version ?? ''));
  if (open.kind === 'compare') return <ComparePart brand={brand} version={version} title={t('compare.title')} />;
  if (open.kind === 'drop') {
    return (
      <Pane title={t('drop.action')}>
        <CommandForm name="drop-brand-draft" given={{ brand }} action={t('drop.action')} tone="danger">
          <p>{t('drop.text')}</p>
        </CommandForm>
      </Pane>
    );
  }
  const key = open.kind;
  return (
    <Pane title={t(`${key}.title`, { version })}>
      <CommandForm
        key={version}
        name="publish-brand"
        given={{ brand, version }}
        action={t(`${key}.submit`, { version })}
      >
        <p>{t(`${key}.text`, { version })}</p>
        {hasChanges ? <Say tone="warn">{t('publish.unsaved')}</Say> : null}
      </CommandForm>
      <ComparePart brand={brand} version={version} title={t('publish.changes')} />
    </Pane>
  );
}

type SaveProps = {
  readonly brand: string;
  readonly version: string;
  readonly edit: ReturnType<typeof useBrandEdit>;
  readonly hasDraft: boolean;
};

/** Changes that are not saved yet, with the way to save or forget them. */
function SavePart({ brand, version, edit, hasDraft }: SaveProps) {
  const t = useTexts('deskBrands');
  const { give, outcome, isSending } = useChange('draft-brand');
  const save = async () => {
    const result = await give({ brand, from: version, changes: JSON.stringify(edit.changes) });
    if (result?.kind === 'done') edit.clear();
  };
  if (edit.count === 0 && !outcome) return null;
  return (
    <div className="brands__save" role="region" aria-label={t('save.title')}>
      {edit.count === 0 ? null : (
        <p>
          <span className="strong">{t('save.count', { count: edit.count })}</span>
          <Button small busy={isSending} onClick={() => void save()}>
            {t(hasDraft ? 'save.next' : 'save.first')}
          </Button>
          <Button tone="line" small onClick={edit.clear}>
            {t('save.forget')}
          </Button>
        </p>
      )}
      {outcome && (edit.count === 0 || outcome.kind !== 'done') ? (
        <OutcomePart outcome={outcome} isSending={isSending} onRetry={() => void save()} />
      ) : null}
    </div>
  );
}

type MovedProps = {
  readonly brand: string;
  readonly draft: Version;
  readonly live: Version;
  readonly mayDraft: boolean;
};

/** Another version was published after the draft began. */
function MovedOn({ brand, draft, live, mayDraft }: MovedProps) {
  const t = useTexts('deskBrands');
  const { give, outcome, isSending } = useChange('draft-brand');
  const bring = () => void give({ brand, from: String(draft.version), ontoLive: true });
  return (
    <>
      <Say tone="warn">
        <p>{t('moved.text', { version: live.version, before: draft.beganFrom })}</p>
        {mayDraft ? (
          <Button tone="line" small busy={isSending} onClick={bring}>
            {t('moved.action')}
          </Button>
        ) : null}
      </Say>
      {outcome && outcome.kind !== 'done' ? (
        <OutcomePart outcome={outcome} isSending={isSending} onRetry={bring} />
      ) : null}
    </>
  );
}
