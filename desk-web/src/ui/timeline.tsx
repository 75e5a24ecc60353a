import './timeline.css';
import { Stroke } from '@wattle/web/ui/charts/stroke.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Icon } from '@wattle/web/ui/icon.tsx';
import { type ReactNode, useId, useState } from 'react';

export type TimelineEvent = {
  readonly key: string;
  /** `10:34 am`. */
  readonly time: string;
  /** Shape of its picture, on a grid of 24. */
  readonly shape: string;
  readonly title: ReactNode;
  readonly details?: ReactNode;
  /** At the end: an amount or a state. */
  readonly end?: ReactNode;
  /** Shown once the row is opened. */
  readonly more?: ReactNode;
};

export type TimelineDay = { readonly key: string; readonly words: string; readonly events: readonly TimelineEvent[] };

/** Events day by day, the newest first. */
export function Timeline({ days }: { readonly days: readonly TimelineDay[] }) {
  return (
    <div className="timeline">
      {days.map(({ key, words, events }) => (
        <section key={key}>
          <h3 className="timeline__day">{words}</h3>
          <ol>
            {events.map((event) => (
              <EventLine key={event.key} event={event} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function EventLine({ event: { time, shape, title, details, end, more } }: { readonly event: TimelineEvent }) {
  const t = useTexts('desk');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={isOpen ? 'event event--open' : 'event'}>
      <span className="event__time">{time}</span>
      <span className="event__mark">
        <Stroke shape={shape} size="s" />
      </span>
      <div>
        <p id={id}>{title}</p>
        {details ? <p className="small quiet">{details}</p> : null}
      </div>
      {end ? <span className="event__end">{end}</span> : null}
      {more ? (
        <button
          type="button"
          className="event__open"
          aria-expanded={isOpen}
          aria-label={t('timeline.more')}
          aria-describedby={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="next" size="s" />
        </button>
      ) : null}
      {more && isOpen ? <div className="event__more">{more}</div> : null}
    </li>
  );
}
