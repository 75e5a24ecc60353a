import { Button } from '@wattle/web/ui/button.tsx';
import { Link, useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pane } from '../../ui/pane.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { Values } from '../../ui/sent-values.ts';
import { DecisionsPane } from './decisions-pane.tsx';
import { RuleForm } from './rule-form.tsx';
import { TrialPart } from './trial-part.tsx';
import { toneOf, type Version } from './use-rules.ts';
import './rules.css';

/** One rule: what it says, its trial, and what it has done. */
export function RuleScreen() {
  const t = useTexts('deskRules');
  const { rule = '' } = useParams();
  const looked = useCommand('purchase-rule', { rule });
  const [newest] = looked.rows ?? [];
  if (newest && looked.rows)
    return <RulePage key={`${rule} ${newest.version}`} versions={looked.rows} newest={newest} />;
  return (
    <>
      <PageHead title={t('title')} trail={<Link to="/rules">{t('title')}</Link>} />
      <LookedPart of={looked} empty={t('unknown')}>
        {() => null}
      </LookedPart>
    </>
  );
}

type Form = 'edit' | 'try' | 'on' | 'off';

/** Command of each form; a draft has a separate form. */
const COMMANDS = { edit: 'draft-rule', try: 'try-rule', on: 'turn-on-rule', off: 'turn-off-rule' } as const;

type PageProps = { readonly versions: readonly Version[]; readonly newest: Version };

function RulePage({ versions, newest }: PageProps) {
  const t = useTexts('deskRules');
  const format = useDeskFormat();
  const [form, setForm] = useState<Form>();
  const { rule, name } = newest;
  const acting = versions.find(({ state }) => state === 'on');
  const shown = acting ?? newest;
  const isNext = acting !== undefined && newest.version > acting.version;
  return (
    <>
      <PageHead
        title={name}
        tags={<Tag tone={toneOf(shown.state)}>{t(`state.${shown.state}`)}</Tag>}
        trail={
          <>
            <Link to="/rules">{t('title')}</Link>
            <span>{` / ${name}`}</span>
          </>
        }
        lead={t(`head.${shown.state}`, {
          version: shown.version,
          name: shown.madeBy,
          at: format.momentIn(shown.changedAt),
        })}
        actions={<Actions newest={newest} acting={acting} form={form} onForm={setForm} />}
      />
      {form === undefined ? null : (
        <Pane title={t(`form.${form}`, { version: newest.version + 1 })}>
          {form === 'edit' ? (
            <RuleForm rule={rule} before={JSON.parse(newest.inputs) as Values} />
          ) : (
            <CommandForm
              key={form}
              name={COMMANDS[form]}
              given={form === 'off' ? { rule } : { rule, version: String(newest.version) }}
              action={t(`form.${form}`, { version: newest.version + 1 })}
              {...(form === 'off' && { tone: 'danger' as const })}
            >
              <p>{t(`form.${form}.text`)}</p>
            </CommandForm>
          )}
        </Pane>
      )}
      <Sentence of={shown} />
      {isNext ? (
        <>
          <h2>{t('next.title', { version: newest.version, state: t(`state.${newest.state}`) })}</h2>
          <Sentence of={newest} />
        </>
      ) : null}
      <TrialPart of={newest} />
      <DecisionsPane of={{ rule }} title={t('decisions.title')} none={t('decisions.none')} />
      <VersionsPane versions={versions} />
    </>
  );
}

type ActionsProps = {
  readonly newest: Version;
  readonly acting: Version | undefined;
  readonly form: Form | undefined;
  readonly onForm: (form: Form | undefined) => void;
};

function Actions({ newest, acting, form, onForm }: ActionsProps) {
  const t = useTexts('deskRules');
  const may = {
    edit: useDefinition('draft-rule')?.mayGive === true,
    try: useDefinition('try-rule')?.mayGive === true,
    on: useDefinition('turn-on-rule')?.mayGive === true,
    off: useDefinition('turn-off-rule')?.mayGive === true,
  };
  const offered: Readonly<Record<Form, boolean>> = {
    edit: true,
    try: newest.state !== 'on',
    on: newest.state === 'trial',
    off: acting !== undefined,
  };
  return (['edit', 'try', 'on', 'off'] as const)
    .filter((one) => may[one] && offered[one])
    .map((one) => (
      <Button
        key={one}
        tone={one === 'on' ? 'main' : 'line'}
        aria-expanded={form === one}
        onClick={() => onForm(form === one ? undefined : one)}
      >
        {t(`form.${one}`, { version: newest.version + 1 })}
      </Button>
    ));
}

function Sentence({ of: { says, action } }: { readonly of: Version }) {
  const t = useTexts('deskRules');
  return (
    <section className="pane">
      <div className="pane__body">
        <p className="rule-words">{says}</p>
        <p className="quiet small">{t(`read.${action}`)}</p>
      </div>
    </section>
  );
}

function VersionsPane({ versions }: Pick<PageProps, 'versions'>) {
  const t = useTexts('deskRules');
  const format = useDeskFormat();
  return (
    <Pane title={t('versions.title')}>
      <ol className="rules__versions">
        {versions.map(({ version, state, says, madeBy, madeAt }) => (
          <li key={version}>
            <p>
              <strong className="strong">{t('versions.number', { version })}</strong>{' '}
              <Tag tone={toneOf(state)}>{t(`state.${state}`)}</Tag>{' '}
              <span className="quiet small">{t('changed', { name: madeBy, at: format.momentIn(madeAt) })}</span>
            </p>
            <p className="small">{says}</p>
          </li>
        ))}
      </ol>
    </Pane>
  );
}
