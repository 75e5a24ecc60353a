import './disputes.css';

export type Step = { readonly words: string; readonly is: 'done' | 'now' | 'open' };

/** Progress of a case, in one line. */
export function Steps({ label, steps }: { readonly label: string; readonly steps: readonly Step[] }) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ words, is }) => (
        <li
          key={words}
          className={is === 'open' ? undefined : `steps__${is}`}
          aria-current={is === 'now' ? 'step' : undefined}
        >
          {words}
        </li>
      ))}
    </ol>
  );
}
