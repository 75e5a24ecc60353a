import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button, buttonClass } from '@wattle/web/ui/button.tsx';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useChange } from '../../calls/use-change.ts';
import { OutcomePart } from '../../ui/outcome-part.tsx';
import { Pane } from '../../ui/pane.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { Say } from '../../ui/say.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { Person } from './use-person.ts';

/** Minimum length of a reason: that of the command. */
const SHORTEST = 5;

type ViewAsPaneProps = { readonly person: Person; readonly onClose: () => void };

/** Asks for a view of the account with a reason, and opens it once, in a new tab. */
export function ViewAsPane({ person, onClose }: ViewAsPaneProps) {
  const t = useTexts('deskPeople');
  const id = useId();
  const change = useChange('view-as');
  const [because, setBecause] = useState('');
  const [isMissing, setMissing] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const focus = () => place.current?.querySelector('textarea')?.focus();
  useEffect(focus, []);
  const submit = async (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault();
    const isShort = lineText(because).length < SHORTEST;
    setMissing(isShort);
    if (isShort) return focus();
    return void (await change.give({ person: person.person, because }));
  };
  const { outcome, isSending, clear } = change;
  const ticket = outcome?.kind === 'done' ? (outcome.answer.rows[0] as RowOf<'view-as'> | undefined) : undefined;
  return (
    <Pane title={t('act.view')}>
      <form className="form" noValidate ref={place} onSubmit={(event) => void submit(event)}>
        <p>{t('view.about', { name: person.name })}</p>
        <p className="quiet">{t('view.lasts')}</p>
        {ticket ? null : (
          <ReasonField
            id={id}
            label={t('view.because')}
            value={because}
            onValue={setBecause}
            error={isMissing ? t('view.missing') : undefined}
          />
        )}
        {ticket ? <TicketPart ticket={ticket} onUsed={onClose} onAgain={clear} /> : null}
        {outcome && !ticket ? (
          <OutcomePart outcome={outcome} isSending={isSending} onRetry={() => void submit()} />
        ) : null}
        <div className="form__actions">
          {ticket ? null : (
            <Button type="submit" busy={isSending}>
              {t('view.ask')}
            </Button>
          )}
          <Button tone="line" onClick={onClose}>
            {t('act.close')}
          </Button>
        </div>
      </form>
    </Pane>
  );
}

type TicketPartProps = {
  readonly ticket: RowOf<'view-as'>;
  readonly onUsed: () => void;
  readonly onAgain: () => void;
};

/** The link to the account, until it is used or its minute is over. */
function TicketPart({ ticket, onUsed, onAgain }: TicketPartProps) {
  const t = useTexts('deskPeople');
  const link = useRef<HTMLAnchorElement>(null);
  const isOver = useNow(1_000) >= ticket.endsAt;
  useEffect(() => link.current?.focus(), []);
  if (isOver) {
    return (
      <Say tone="warn" isNews>
        <p>{t('view.over')}</p>
        <Button tone="line" small onClick={onAgain}>
          {t('view.again')}
        </Button>
      </Say>
    );
  }
  return (
    <Say tone="ok" isNews>
      <p>{t('view.ready')}</p>
      {/* The part after # is never sent to a server, and the page removes it from its address. */}
      <a
        ref={link}
        className={buttonClass({ small: true })}
        href={`${ticket.page}#${ticket.ticket}`}
        target="_blank"
        rel="noopener noreferrer"
        // The browser follows the link before it is removed.
        onClick={() => setTimeout(onUsed)}
      >
        {t('view.open')}
      </a>
    </Say>
  );
}
