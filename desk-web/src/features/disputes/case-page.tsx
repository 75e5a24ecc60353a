import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { ReactNode } from 'react';
import type { Looked } from '../../calls/use-command.ts';
import { Facts } from '../../ui/facts.tsx';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pane } from '../../ui/pane.tsx';
import { type CaseAction, useCaseActions } from './case-actions.tsx';

type CasePageProps<Row> = {
  readonly title: string;
  readonly reference: string;
  readonly actions: readonly CaseAction[];
  readonly looked: Looked<Row>;
  readonly factsOf: (row: Row) => readonly (readonly [label: string, value: ReactNode])[];
  readonly rules: string;
};

/** A case that consists of its facts: the possible actions, the past events and the rules. */
export function CasePage<Row>({ title, reference, actions, looked, factsOf, rules }: CasePageProps<Row>) {
  const t = useTexts('deskDisputes');
  const { buttons, form } = useCaseActions(actions);
  return (
    <>
      <PageHead
        title={title}
        trail={
          <>
            <Link to="/disputes">{t('title')}</Link>
            <span>{` / ${reference}`}</span>
          </>
        }
        actions={buttons}
      />
      {form}
      <div className="cols">
        <div className="col-8">
          <Pane title={t('what.title')}>
            <LookedPart of={looked} empty={t('unknown')}>
              {([one]) => (one ? <Facts facts={factsOf(one)} /> : null)}
            </LookedPart>
          </Pane>
        </div>
        <div className="col-4">
          <Pane title={t('rules.title')}>
            <p className="small">{rules}</p>
          </Pane>
        </div>
      </div>
    </>
  );
}
