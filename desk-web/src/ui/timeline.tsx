import { Stroke } from '@wattle/web/ui/charts/stroke.tsx';
import type { ReactNode } from 'react';

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
              <li className="event" key={event.key}>
                <span className="event__time">{event.time}</span>
                <span className="event__mark">
                  <Stroke shape={event.shape} size="s" />
                </span>
                <div>
                  <p>{event.title}</p>
                  {event.details ? <p className="small quiet">{event.details}</p> : null}
                </div>
                {event.end ? <span className="event__end">{event.end}</span> : null}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
