import { Button } from '@wattle/web/ui/button.tsx';
import { Link, useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import { Facts } from '../../ui/facts.tsx';
import { plainWords } from '../../ui/field-words.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { groupedAccount } from '../../ui/grouped-account.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pane } from '../../ui/pane.tsx';
import { personLink } from '../../ui/person-link.tsx';
import { useSavedFile } from '../../ui/use-saved-file.tsx';
import { type CaseAction, Steps, useCaseActions } from '../disputes/public.ts';
import { ComplaintDue, noonOf } from './due-words.tsx';
import { EVERY_MS } from './use-complaints.ts';
import './complaints.css';

type ComplaintRow = RowOf<'complaint'>;

/** A complaint: what was said, its times, what happened so far, and what staff can do. */
export function ComplaintScreen() {
  const t = useTexts('deskComplaints');
  const { reference: complaint = '' } = useParams();
  const looked = useCommand('complaint', { complaint }, { everyMs: EVERY_MS });
  const [row] = looked.rows ?? [];
  const { buttons, form } = useCaseActions(useActions(row));
  return (
    <>
      <PageHead
        title={row ? t('of', { name: row.name, subject: t(`subject.${row.subject}`) }) : t('title')}
        trail={
          <>
            <Link to="/complaints">{t('title')}</Link>
            <span>{` / ${complaint}`}</span>
          </>
        }
        tags={row ? <ComplaintDue of={row} /> : undefined}
        actions={buttons}
      />
      {row ? <ComplaintSteps of={row} /> : null}
      {form}
      <div className="cols">
        <div className="col-8 stack">
          <Pane title={t('said')}>
            <LookedPart of={looked} empty={t('unknown')}>
              {([one]) => (one ? <Said of={one} /> : null)}
            </LookedPart>
          </Pane>
          {row && row.sequence !== '' ? <TransactionPart of={row} /> : null}
          <CoursePart complaint={complaint} person={row?.name ?? ''} />
        </div>
        <div className="col-4 stack">
          <Pane title={t('facts')}>
            <LookedPart of={looked} empty={t('unknown')}>
              {([one]) => (one ? <ComplaintFacts of={one} /> : null)}
            </LookedPart>
          </Pane>
          <Pane title={t('rules.title')}>
            <p className="small">{t('rules.times')}</p>
            <p className="small">{t('rules.named')}</p>
          </Pane>
        </div>
      </div>
    </>
  );
}

const act = (command: string, key: string, isMain = false) => ({ command, key, isMain });

/** Commands by state, the next one first. */
function useActions(row: ComplaintRow | undefined): readonly CaseAction[] {
  const t = useTexts('deskComplaints');
  if (!row) return [];
  const keeping = [act('note-complaint', 'note'), act('assign-complaint', 'assign'), act('name-in-complaint', 'named')];
  const answering = [
    act('delay-complaint', 'delay'),
    act('link-remedy', 'remedy'),
    act('close-complaint', 'close'),
    act('complaint-at-afca', 'afca'),
  ];
  const byState: Readonly<Record<string, readonly ReturnType<typeof act>[]>> = {
    Received: [act('acknowledge-complaint', 'acknowledge', true), act('answer-complaint', 'answer'), ...answering],
    Working: [act('answer-complaint', 'answer', true), act('write-to-complainant', 'write'), ...answering],
    Answered: [
      act('reopen-complaint', 'reopen'),
      act('close-complaint', 'close'),
      act('link-remedy', 'remedy'),
      act('complaint-at-afca', 'afca'),
    ],
    WithAfca: [act('close-complaint', 'close'), act('link-remedy', 'remedy')],
    Closed: [act('reopen-complaint', 'reopen'), act('complaint-at-afca', 'afca')],
    Withdrawn: [act('reopen-complaint', 'reopen'), act('complaint-at-afca', 'afca')],
  };
  return [...(byState[row.state] ?? []), ...keeping].map(({ command, key, isMain }) => ({
    command,
    given: { complaint: row.complaint },
    words: t(`act.${key}`),
    about: t(`act.${key}Text`),
    isMain,
  }));
}

function ComplaintSteps({ of: row }: { readonly of: ComplaintRow }) {
  const t = useTexts('deskComplaints');
  const format = useDeskFormat();
  const { state, opened, acknowledged, acknowledgeBy, answered, answerBy, ended } = row;
  const isOver = ended !== '';
  return (
    <Steps
      label={t('steps.label')}
      steps={[
        { words: t('steps.received', { at: format.momentIn(opened) }), is: 'done' },
        acknowledged === ''
          ? { words: t('steps.acknowledgeBy', { at: format.momentIn(acknowledgeBy) }), is: isOver ? 'open' : 'now' }
          : { words: t('steps.acknowledged', { at: format.momentIn(acknowledged) }), is: 'done' },
        answered !== '' && state !== 'Working'
          ? { words: t('steps.answered', { day: format.dateOf(answered) }), is: 'done' }
          : {
              words: t('steps.answerBy', { day: format.dateOf(noonOf(answerBy)) }),
              is: state === 'Working' ? 'now' : 'open',
            },
        isOver
          ? { words: t(`steps.${state}`, { day: format.dateOf(ended) }), is: 'done' }
          : {
              words: t(state === 'WithAfca' ? 'steps.WithAfca' : 'steps.closed'),
              is: state === 'WithAfca' ? 'now' : 'open',
            },
      ]}
    />
  );
}

function Said({ of: { words, wish } }: { readonly of: ComplaintRow }) {
  const t = useTexts('deskComplaints');
  return (
    <>
      <p className="complaints__words">{words}</p>
      {wish === '' ? null : <p className="small">{t('wants', { wish })}</p>}
    </>
  );
}

/** Kinds of transactions that have a page of their payment. */
const WITH_PAGE: ReadonlySet<string> = new Set(['transferOut', 'bpay', 'pay']);

/** The transaction that the complaint is about, and where it leads. */
function TransactionPart({ of: row }: { readonly of: ComplaintRow }) {
  const t = useTexts('deskComplaints');
  const format = useDeskFormat();
  const { account, sequence, transaction, kind, amount, posted, card, transactionReceipt: receipt } = row;
  const before = String(Number(sequence) + 1);
  return (
    <Pane title={t('transaction.title')}>
      <Facts
        facts={[
          [t('transaction.what'), transaction === '' ? plainWords(kind) : transaction],
          [t('transaction.amount'), format.money(amount)],
          [t('transaction.posted'), format.momentOf(posted)],
          [t('transaction.account'), groupedAccount(account)],
          [t('transaction.card'), card === '' ? '' : t('transaction.ending', { ending: card })],
          [t('transaction.receipt'), receipt],
        ]}
      />
      <p className="complaints__ways small">
        <Link to="/all-commands/account-transactions" state={{ given: { account, before } }}>
          {t('transaction.inAccount')}
        </Link>
        {WITH_PAGE.has(kind) ? <Link to={`/payments/${receipt}`}>{t('transaction.payment')}</Link> : null}
      </p>
    </Pane>
  );
}

function ComplaintFacts({ of: row }: { readonly of: ComplaintRow }) {
  const t = useTexts('deskComplaints');
  const format = useDeskFormat();
  return (
    <Facts
      facts={[
        [t('fact.person'), personLink(row.person, row.name)],
        [t('fact.subject'), t(`subject.${row.subject}`)],
        [t('fact.state'), t(`state.${row.state}`)],
        [t('fact.way'), row.contact === '' ? t(`way.${row.way}`) : `${t(`way.${row.way}`)} · ${row.contact}`],
        [t('fact.confirmed'), row.confirmed ? '' : t('fact.unconfirmed')],
        [t('fact.takenBy'), row.takenBy],
        [t('fact.handler'), row.handler],
        [t('fact.outcome'), row.outcome === '' ? '' : t(`outcome.${row.outcome}`)],
        [t('fact.remedy'), row.remedy === '' ? '' : `${format.money(row.remedy)} · ${row.receipt}`],
      ]}
    />
  );
}

function CoursePart({ complaint, person }: { readonly complaint: string; readonly person: string }) {
  const t = useTexts('deskComplaints');
  const format = useDeskFormat();
  const looked = useCommand('complaint-course', { complaint }, { everyMs: EVERY_MS });
  const { save, failure } = useSavedFile('complaint-file');
  return (
    <Pane title={t('course.title')} isPadded={false}>
      {failure}
      <LookedPart of={looked} empty={t('unknown')}>
        {(rows) => (
          <ol className="complaints__course">
            {rows.map(({ what, at, by, words, file }) => (
              <li key={`${at} ${what} ${file} ${words}`}>
                <span className="quiet">{format.momentOf(at)}</span>
                <div>
                  <p className="strong">{t(`course.${what}`, { by: by === '' ? person : by })}</p>
                  {what === 'opened' || words === '' ? null : <p className="complaints__words">{words}</p>}
                  {file === '' ? null : (
                    <Button tone="line" small onClick={() => void save({ complaint, file })}>
                      {t('course.save')}
                    </Button>
                  )}
                </div>
              </li>
            ))}
          </ol>
        )}
      </LookedPart>
    </Pane>
  );
}
