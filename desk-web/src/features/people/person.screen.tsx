import './people.css';
import { Link, useLocation, useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useState } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ActDrawer } from './act-drawer.tsx';
import { LockLine } from './lock-line.tsx';
import { PersonSide } from './person-side.tsx';
import { passedAct } from './use-acts.ts';
import { type Act, PARTS, partOf, type Person, type Part } from './use-person.ts';
import { AccountsPart } from './accounts-part.tsx';
import { AccessPart, DocumentsPart, MessagesPart, NotesPart } from './lists-part.tsx';
import { PersonTimeline } from './person-timeline.tsx';

/** All information about a person, and the possible actions. */
export function PersonScreen() {
  const t = useTexts('deskPeople');
  const { person: id = '', part } = useParams();
  const looked = useCommand('person', { person: `holder:${id}` });
  return (
    <LookedPart of={looked} empty={t('unknown')}>
      {([person]) => (person ? <PersonPage key={id} id={id} person={person} part={part} /> : null)}
    </LookedPart>
  );
}

type PageProps = { readonly id: string; readonly person: Person; readonly part: string | undefined };

function PersonPage({ id, person, part }: PageProps) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  const { state } = useLocation();
  const [act, setAct] = useState<Act | 'choose' | 'view' | null>(() => passedAct(state));
  // Another action may be passed while the page is open.
  const [passed, setPassed] = useState(state);
  if (passed !== state) {
    setPassed(state);
    const next = passedAct(state);
    if (next) setAct(next);
  }
  // Only someone with a sign-in sees the account on a screen.
  const mayView = useDefinition('view-as')?.mayGive === true && person.signIn.startsWith('web:');
  const mayMessage = useDefinition('message-person')?.mayGive === true && isReached(person);
  const current = partOf(part);
  const facts = [
    person.since === '' ? '' : t('since', { day: format.dateOf(person.since) }),
    person.brand,
    t(`language.${person.language}`),
  ];
  return (
    <>
      <PageHead
        title={person.name || t('nameless')}
        trail={<Link to="/people">{t('search.title')}</Link>}
        tags={<PersonTags person={person} />}
        lead={facts.filter(Boolean).join(' · ')}
        actions={
          <>
            <Button
              tone="line"
              onClick={() => setAct({ command: 'add-note', label: 'act.note', given: { person: person.person } })}
            >
              {t('act.note')}
            </Button>
            {mayMessage ? (
              <Button
                tone="line"
                onClick={() =>
                  setAct({ command: 'message-person', label: 'act.message', given: { person: person.person } })
                }
              >
                {t('act.message')}
              </Button>
            ) : null}
            {mayView ? (
              <Button tone="line" onClick={() => setAct('view')}>
                {t('act.view')}
              </Button>
            ) : null}
            <Button onClick={() => setAct('choose')}>{t('act.for')}</Button>
          </>
        }
      />
      <LockLine person={person} onAct={setAct} />
      {act === null ? null : <ActDrawer act={act} person={person} onAct={setAct} />}
      <div className="cols">
        <div className="col-8 stack">
          <nav className="tabs" aria-label={t('parts')}>
            {PARTS.map((one) => (
              <Link
                key={one}
                to={one === 'timeline' ? `/people/${id}` : `/people/${id}/${one}`}
                aria-current={one === current ? 'page' : undefined}
              >
                {t(`part.${one}`)}
              </Link>
            ))}
          </nav>
          <PersonPart key={current} part={current} person={person.person} onAct={setAct} />
        </div>
        <div className="col-4 people__aside">
          <PersonSide person={person} onAct={setAct} />
        </div>
      </div>
    </>
  );
}

/** Whether messages may go to a person. */
const isReached = ({ erased, diedOn, email, mobile }: Person) =>
  erased !== 'yes' && diedOn === '' && (email !== '' || mobile !== '');

function PersonTags({ person }: { readonly person: Person }) {
  const t = useTexts('deskPeople');
  return (
    <>
      {person.verified === 'yes' ? <Tag tone="ok">{t('tag.verified')}</Tag> : <Tag>{t('tag.notVerified')}</Tag>}
      {person.restricted === 'yes' ? <Tag tone="bad">{t('tag.restricted')}</Tag> : null}
      {person.diedOn === '' ? null : <Tag tone="bad">{t('tag.died')}</Tag>}
      {person.vulnerable === 'yes' ? <Tag tone="warn">{t('tag.vulnerable')}</Tag> : null}
    </>
  );
}

type PartProps = { readonly part: Part; readonly person: string; readonly onAct: (act: Act) => void };

/** The chosen tab of a person. */
function PersonPart({ part, person, onAct }: PartProps) {
  switch (part) {
    case 'timeline':
      return <PersonTimeline person={person} onAct={onAct} />;
    case 'accounts':
      return <AccountsPart person={person} onAct={onAct} />;
    case 'payments':
      return <PersonTimeline person={person} onAct={onAct} only="money" />;
    case 'messages':
      return <MessagesPart person={person} />;
    case 'access':
      return <AccessPart person={person} />;
    case 'documents':
      return <DocumentsPart person={person} />;
    case 'notes':
      return <NotesPart person={person} />;
  }
}
