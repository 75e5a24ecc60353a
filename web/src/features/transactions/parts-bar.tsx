import { useFormat } from '../../i18n/format.ts';

type Part = {
  readonly label: string;
  readonly dollars: number;
  /** `taken` is filled, `held` is striped, `left` is empty. */
  readonly is: 'taken' | 'held' | 'left';
};

/** An amount as a bar of its parts. The words below say the same. */
export function PartsBar({ parts }: { readonly parts: readonly Part[] }) {
  const format = useFormat();
  const whole = parts.reduce((sum, { dollars }) => sum + dollars, 0);
  return (
    <div className="parts-bar">
      <div className="parts-bar__bar" aria-hidden="true">
        {parts.map(({ label, dollars, is }) => (
          <span
            key={label}
            className={`parts-bar__part parts-bar__part--${is}`}
            style={{ inlineSize: `${(100 * dollars) / whole}%` }}
          />
        ))}
      </div>
      <dl className="parts-bar__words">
        {parts.map(({ label, dollars }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figures">{format.money(dollars)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
